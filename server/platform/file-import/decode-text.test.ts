import { expect, test } from 'vitest'
import { decodeText, decodeWindows1252 } from './decode-text.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test('decodeWindows1252: reads the bytes 80–9F as characters on every version of Node', () => {
  expect(decodeWindows1252(bytes('D\x92Oleo 20 \x80 \x96 \x93siempre\x94 Pe\xf1a'))).toBe(
    'D’Oleo 20 € – “siempre” Peña',
  )
})

test.each([
  [
    'Windows',
    'Mar\xeda D\x92Oleo;20 \x80 \x96 \x93siempre\x94;Pe\xf1a;M\xaa;N\xba 5;\xbfqu\xe9?',
    'María D’Oleo;20 € – “siempre”;Peña;Mª;Nº 5;¿qué?',
  ],
  ['Windows, capitals', '\xc1NGEL N\xda\xd1EZ;\xd3scar;JOS\xe9 N\xfa\xf1EZ', 'ÁNGEL NÚÑEZ;Óscar;JOSé NúñEZ'],
  ['Windows, an apostrophe alone', 'O\x92Neil', 'O’Neil'],
  ['Mac', 'Nombre;Vence\rJos\x8e N\x9c\x96ez;31/12/2030\r', 'Nombre;Vence\rJosé Núñez;31/12/2030\r'],
  ['Mac, a title', 'Nombre;Tel\x8efono\rAna;809\r', 'Nombre;Teléfono\rAna;809\r'],
  ['Mac, other line ends', 'Pe\x96a;Mar\x92a\n', 'Peña;María\n'],
  ['Mac, capitals', 'MU\x84OZ;\xe7ngel\r', 'MUÑOZ;Ángel\r'],
  ['DOS', 'Nombre;Vence\r\nJos\x82 N\xa3\xa4ez;31/12/2030\r\n', 'Nombre;Vence\r\nJosé Núñez;31/12/2030\r\n'],
  ['DOS, none of 80–9F', 'Lim\xa2n;Pi\xa4a colada', 'Limón;Piña colada'],
  ['DOS, a title', 'Direcci\xa2n;Tel\x82fono', 'Dirección;Teléfono'],
  ['DOS, capitals', 'MAR\xd6A PE\xa5A;\xe0scar Ib\xa0\xa4ez', 'MARÍA PEÑA;Óscar Ibáñez'],
  ['UTF-16 with its mark', '\xff\xfeP\0e\0\xf1\0a\0', 'Peña'],
  ['UTF-16, the other way round', '\xfe\xff\0P\0e\0\xf1\0a', 'Peña'],
])('decodeText: detects the encoding of %s', (_, written, text) => {
  expect(decodeText(bytes(written))).toBe(text)
})

test('decodeText: leaves UTF-8 text unchanged', () => {
  const text = '«CAFÉ» São Paulo “JOSÉ” Ñ, José Núñez – MUÑOZ €'
  expect(decodeText(Buffer.from(text))).toBe(text)
})
