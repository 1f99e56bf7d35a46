import { encode } from 'uqr'

/** Width of the light border in modules: cameras need it on a dark page (ISO/IEC 18004). */
const quiet = 4

export function makeQrCodePath(text: string): { side: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { side: size, path: dark.join('') }
}

interface QrCodeProps {
  text: string
  label: string
  width?: string
}

export function QrCode({ text, label, width = '9rem' }: QrCodeProps) {
  const { side, path } = makeQrCodePath(text)
  return (
    <svg style={{ flex: 'none', width, borderRadius: 4 }} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
