import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { makeQrCodePath } from './QrCode.tsx'

test('QR code: draws each dark module of the code, with a light border around', () => {
  const text = 'http://192.168.1.20:3000'
  const { side, path } = makeQrCodePath(text)
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  expect(side).toBe(size + 8)
  const drawn = new Set(
    [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`),
  )
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `${x} ${y}` : [])))
  expect(dark.length).toBeGreaterThan(100)
  expect([...drawn].sort()).toEqual(dark.sort())
})
