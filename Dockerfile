# One image for every role: which one runs is told by ROLES (docker-compose.yml).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=8080 DEMO=0
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# `--build-arg WHATSAPP=0`: without Baileys and its GPL-3.0 library. The image's own Node runs it, not the packages'.
ARG WHATSAPP=1
RUN if [ "$WHATSAPP" = 0 ]; then npm ci --omit=dev --omit=optional; else npm ci --omit=dev; fi \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm cache clean --force \
  && mkdir -m 700 /data && chown node:node /data
COPY --chown=node:node domain ./domain
COPY --chown=node:node contract ./contract
COPY --chown=node:node messaging ./messaging
COPY --chown=node:node outgoing ./outgoing
COPY --chown=node:node payments ./payments
COPY --chown=node:node projections ./projections
COPY --chown=node:node stores ./stores
COPY --chown=node:node api ./api
COPY --chown=node:node channels ./channels
COPY --chown=node:node records ./records
COPY --chown=node:node gateway ./gateway
COPY --chown=node:node server ./server
COPY --chown=node:node --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "server/health-check.ts"]
# node itself is process 1: it gets SIGTERM and stops cleanly.
# As `npm start`: a young generation that begins small is swept in under a millisecond; it grows only with the load.
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=16", "--heap-growing-percent=100", "server/start.mjs"]
