import { isShowable, pictureSize } from '../../domain/media/pixels.ts';

/*
 * An SVG is a document that browsers run. Of an uploaded one only what is listed here is written anew: shapes, paint, text
 * and references within the drawing. Everything else goes, whatever prefix it wears; what cannot be read as XML by these
 * few rules is no drawing.
 */

const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image style ' +
    'linearGradient radialGradient stop pattern clipPath mask marker switch filter feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge ' +
    'feMergeNode feMorphology feOffset'
  ).split(' '),
);
/** Those with an event's name, and what names an address of any kind but `href`, are not among them. */
const attributes = new Set(
  (
    'id class style transform d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height viewBox preserveAspectRatio ' +
    'points offset href version opacity color fill fill-opacity fill-rule stroke stroke-width stroke-opacity ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity ' +
    'clip-path clip-rule mask marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient ' +
    'gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits ' +
    'maskUnits maskContentUnits font-family font-size font-style font-weight text-anchor letter-spacing word-spacing ' +
    'text-decoration dominant-baseline textLength lengthAdjust startOffset rotate display visibility overflow ' +
    'paint-order vector-effect shape-rendering text-rendering color-interpolation-filters filter filterUnits ' +
    'primitiveUnits in in2 result mode operator k1 k2 k3 k4 values type tableValues slope intercept amplitude exponent ' +
    'stdDeviation flood-color flood-opacity radius lang'
  ).split(' '),
);

const name = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/.source;
const value = /"[^"<]*"|'[^'<]*'/.source;
const attribute = new RegExp(`\\s+(${name})\\s*=\\s*(${value})`, 'g');
/** A comment, an instruction, a document type without rules of its own, text taken literally, a tag, or plain text. */
const token = new RegExp(
  [
    '<!--(?:(?!--)[^])*-->',
    '<\\?(?:(?!\\?>)[^])*\\?>',
    '<!DOCTYPE[^<>\\[\\]]*>',
    '<!\\[CDATA\\[(?<literal>(?:(?!\\]\\]>)[^])*)\\]\\]>',
    `</(?<close>${name})\\s*>`,
    `<(?<open>${name})(?<given>(?:\\s+${name}\\s*=\\s*(?:${value}))*)\\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
);
const deepest = 64;

const localName = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1);

/** Whether a style or a paint names nothing outside of the drawing; escapes and entities could spell such a name. */
const staysInside = (value: string): boolean =>
  !/[\\&]|@(?!media\b)|expression|javascript:/i.test(value) &&
  !/url\(\s*(?!["']?#[\w.-]+["']?\s*\))|image-set|src\s*\(/i.test(value);
/** Whether it is a picture within the drawing, which is unfolded with it: it says how many pixels it has. */
const isInnerPicture = (value: string): boolean => {
  const [, content] = /^data:image\/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]*)$/.exec(value) ?? [];
  return content !== undefined && isShowable(pictureSize(Buffer.from(content, 'base64')));
};
const isInnerLink = (value: string): boolean => /^#[\w.-]+$/.test(value) || isInnerPicture(value);

function keptAttributes(given: string): string {
  let written = '';
  const seen = new Set<string>();
  for (const [, qualified, quoted] of given.matchAll(attribute)) {
    const called = localName(qualified!);
    const value = quoted!.slice(1, -1);
    if (!attributes.has(called) || (called !== qualified && qualified !== 'xlink:href')) continue;
    if (seen.has(called) || !(called === 'href' ? isInnerLink(value) : staysInside(value))) continue;
    seen.add(called);
    written += ` ${called}=${quoted}`;
  }
  return written;
}

const isWellEncoded = (text: string): boolean =>
  !/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(text);

/** Returns the drawing in its harmless parts, written anew; undefined: these bytes are no SVG. */
export function harmlessSvg(bytes: Uint8Array): string | undefined {
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const openTags: { readonly tag: string; readonly shown: boolean }[] = [];
  const parts: string[] = [];
  let roots = 0;
  token.lastIndex = 0;
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at;
    const { literal, close, open: tag, given = '', empty, text } = token.exec(source)?.groups ?? {};
    // Where nothing matches the expression begins anew at 0.
    if (token.lastIndex === 0) return undefined;
    const within = openTags.at(-1);
    if (tag !== undefined) {
      if (within === undefined && (localName(tag) !== 'svg' || ++roots > 1)) return undefined;
      const shown = elements.has(localName(tag)) && (within?.shown ?? true);
      const root = within === undefined ? ' xmlns="http://www.w3.org/2000/svg"' : '';
      if (shown) parts.push(`<${localName(tag)}${root}${keptAttributes(given)}${empty}>`);
      if (empty === '') openTags.push({ tag, shown });
      if (openTags.length > deepest) return undefined;
    } else if (close !== undefined) {
      if (within?.tag !== close) return undefined;
      openTags.pop();
      if (within.shown) parts.push(`</${localName(close)}>`);
    } else if (literal !== undefined || text !== undefined) {
      if (within === undefined) {
        if ((literal ?? text!).trim() !== '') return undefined;
      } else if (within.shown) parts.push(shownText(localName(within.tag), text, literal ?? ''));
      if (text !== undefined && !isWellEncoded(text)) return undefined;
    }
  }
  return roots === 1 && openTags.length === 0 ? parts.join('') : undefined;
}

/**
 * Returns the text as it may be shown. Rules of style stay where they name nothing outside; there a text may not be
 * spelled by entities.
 */
function shownText(tag: string, text: string | undefined, literal: string): string {
  const written = text ?? literal.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return tag !== 'style' || staysInside(written.replaceAll('&gt;', '>')) ? written : '';
}
