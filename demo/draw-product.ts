// Draws pictures of the demo's products.

const bottle = (body: string, cap: string, label: string) =>
  `<rect x="112" y="38" width="32" height="22" rx="5" fill="${cap}"/><path d="M108 62h40c2 20 20 26 20 54v92a14 14 0 0 1-14 14h-52a14 14 0 0 1-14-14v-92c0-28 18-34 20-54z" fill="${body}"/><path d="M88 132h80v48H88z" fill="${label}"/><path d="M100 116c2-22 14-24 16-46h8c-2 24-14 26-14 48z" fill="#fff" opacity=".5"/>`

const tub = (body: string, lid: string, mark: string) =>
  `<rect x="68" y="52" width="120" height="32" rx="8" fill="${lid}"/><path d="M74 86h108v112a16 16 0 0 1-16 16H90a16 16 0 0 1-16-16z" fill="${body}"/><path d="M74 112h108v64H74z" fill="#fff" opacity=".92"/>${mark}`

const cup = (body: string, lid: string, inside: string) =>
  `<path d="M82 84h92l-10 122a10 10 0 0 1-10 10h-52a10 10 0 0 1-10-10z" fill="${body}"/><path d="M88 116h80l-4 52H92z" fill="${inside}"/><rect x="74" y="66" width="108" height="22" rx="8" fill="${lid}"/>`

const barbell = (colour: string) =>
  `<g fill="${colour}"><rect x="98" y="140" width="60" height="8" rx="4"/><rect x="92" y="126" width="12" height="36" rx="4"/><rect x="152" y="126" width="12" height="36" rx="4"/></g>`

/** Background colour and SVG drawing by product code. */
const drawings: Record<string, readonly [ground: string, drawing: string]> = {
  '7460000000011': ['#dceef7', bottle('#9fd3ee', '#2f79a8', '#ffffff')],
  '7460000000028': [
    '#d3e6f2',
    `<g transform="translate(-38 -30) scale(1.3)">${bottle('#8cc8ea', '#1f5f8c', '#e9f5fb')}</g>`,
  ],
  '7460000000035': ['#fdeed3', bottle('#f29d38', '#333b40', '#ffe3b3')],
  '7460000000042': [
    '#efe4da',
    `${cup('#f7f2ec', '#5a3b28', '#8a5a3c')}<path d="M104 54q-8-14 0-26M128 54q-8-14 0-26M152 54q-8-14 0-26" fill="none" stroke="#a58c7b" stroke-width="6" stroke-linecap="round"/>`,
  ],
  '7460000000059': [
    '#efe0d6',
    '<g transform="rotate(-24 128 128)"><path d="M40 96h176l-8 10 8 10-8 10 8 10-8 10 8 14H40l8-14-8-10 8-10-8-10 8-10z" fill="#6b3f2a"/><path d="M74 96h108v64H74z" fill="#e0a33a"/><path d="M92 118h72v8H92zM92 134h48v8H92z" fill="#6b3f2a"/></g>',
  ],
  '7460000000066': [
    '#f3e1e8',
    `${cup('#e9f1f4', '#c2557d', '#f0b9cf')}<rect x="122" y="22" width="10" height="50" rx="5" fill="#c2557d" transform="rotate(14 127 47)"/>`,
  ],
  '7460000000073': ['#dfe5ec', tub('#2a3742', '#d1462f', barbell('#d1462f'))],
  '7460000000080': [
    '#e4efe2',
    tub('#2e6b45', '#1c2a22', '<path d="M136 118l-26 32h16l-6 24 28-34h-17z" fill="#2e6b45"/>'),
  ],
  '7460000000097': [
    '#e3edf0',
    '<rect x="60" y="150" width="136" height="44" rx="20" fill="#3f93a3"/><rect x="60" y="106" width="136" height="44" rx="20" fill="#5fb3c1"/><rect x="60" y="62" width="136" height="44" rx="20" fill="#8bd0da"/><path d="M84 62v44M84 106v44M84 150v44" stroke="#fff" stroke-width="7" opacity=".7"/>',
  ],
  '7460000000103': [
    '#e2efe9',
    '<path d="M96 54l-54 28 18 42 22-10v94h92v-94l22 10 18-42-54-28c-10 18-54 18-64 0z" fill="#1f8f80"/><path d="M128 116a22 22 0 1 0 16 37l6 7 8-7-7-8a22 22 0 0 0-23-29zm0 12a10 10 0 1 1 0 20 10 10 0 0 1 0-20z" fill="#fff"/>',
  ],
  '7460000000110': [
    '#ece6e1',
    '<path d="M84 108l-6-50a11 11 0 0 1 22-2l5 38 1-48a11 11 0 0 1 22 0v48l7-42a11 11 0 0 1 22 4l-6 46 12-28a11 11 0 0 1 20 8l-20 66v52a10 10 0 0 1-10 10H98a10 10 0 0 1-10-10v-28l-30-26a12 12 0 0 1 16-18z" fill="#2d3338"/><path d="M88 178h75v16H88z" fill="#d1462f"/>',
  ],
  '7460000000127': [
    '#e9e9ef',
    '<path d="M92 116V88a36 36 0 0 1 72 0v28" fill="none" stroke="#8c949b" stroke-width="16"/><rect x="72" y="112" width="112" height="94" rx="14" fill="#d9a02b"/><circle cx="128" cy="150" r="13" fill="#3b2f14"/><path d="M123 152h10l4 30h-18z" fill="#3b2f14"/>',
  ],
  '7460000000134': [
    '#f2e3e1',
    '<circle cx="112" cy="132" r="68" fill="#c2453b"/><circle cx="112" cy="132" r="48" fill="none" stroke="#e58d85" stroke-width="6"/><circle cx="112" cy="132" r="28" fill="none" stroke="#e58d85" stroke-width="6"/><circle cx="112" cy="132" r="10" fill="#7d241d"/><path d="M112 200h104v-26h-62z" fill="#a5362d"/>',
  ],
}

/** Draws a product as an SVG of 256 × 256 pixels; null if the product has no drawing. */
export function drawProduct(code: string): string | null {
  const [ground, drawing] = drawings[code] ?? []
  if (!ground || !drawing) return null
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><rect width="256" height="256" fill="${ground}"/>${drawing}</svg>`
}
