/** Refusals that concern companies, their settings and plans, each with its HTTP status. */
export const companyErrors = {
  ERR_COMPANY_EXPIRED: 401,
  ERR_NO_SETTING_FOUND: 404,
  ERR_PLAN_FEATURE: 403,
  ERR_PLAN_LIMIT: 403,
  ERR_STORAGE_LIMIT: 413,
} as const;
