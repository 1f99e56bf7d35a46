import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, encodeText, removeControlCharacters, truncateName } from './text-encoding.ts'

describe('decodeText', () => {
  test.each([
    ['UTF-8', [0x4e, 0x75, 0xc3, 0xb1, 0x65, 0x7a], 'Nuñez'],
    ['GBK where UTF-8 fails', [0xd5, 0xc5, 0xc8, 0xfd], '张三'],
    ['latin1 where both fail', [0x4a, 0x6f, 0x73, 0xe9, 0x09, 0x31], 'José\t1'],
    ['nothing', [], ''],
  ])('decodeText: decodes %s', (_name, bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(text)
  })

  test.each([
    [69, 'Luz Pe\xf1a', 'Luz Peña'],
    [null, 'Iv\xe1n Mu\xf1oz', 'Iván Muñoz'],
    [97, 'Luz D\x92Oleo', 'Luz D’Oleo'],
    [69, 'Luz Pe\xa4a', 'Luz Peña'],
    [69, '\xb5lvaro Ib\xa0\xa4ez', 'Álvaro Ibáñez'],
    [69, 'Jos\x82 Gil', 'José Gil'],
    [69, '\xd5\xc5\xc8\xfd', '张三'],
    [null, '\xd5\xc5 \xc8\xfd', '张 三'],
  ])('decodeText: with language %s the letters of %j are decoded', (language, name, read) => {
    const line = `USER PIN=7\tName=${name}\tPri=0\n`
    expect(decodeText(Buffer.from(line, 'latin1'), language)).toBe(`USER PIN=7\tName=${read}\tPri=0\n`)
  })

  test('decodeText: decodes a text with lines in UTF-8 and in single bytes', () => {
    const lines = Buffer.concat([Buffer.from('Name=Núñez\n'), Buffer.from('Name=Pe\xf1a\n', 'latin1')])
    expect(decodeText(lines, 69)).toBe('Name=Núñez\nName=Peña\n')
  })
})

describe('encodeText', () => {
  test('encodeText: encodes as UTF-8, except for language 83 (Chinese)', () => {
    expect([...encodeText('ñ张', null)]).toEqual([0xc3, 0xb1, 0xe5, 0xbc, 0xa0])
    expect([...encodeText('ñ张', 97)]).toEqual([0xc3, 0xb1, 0xe5, 0xbc, 0xa0])
    expect([...encodeText('A张三', 83)]).toEqual([0x41, 0xd5, 0xc5, 0xc8, 0xfd])
  })

  test('encodeText: replaces characters that GBK lacks by ?', () => {
    expect([...encodeText('ñ🏋é', 83)]).toEqual([0x3f, 0x3f, 0xa8, 0xa6])
  })

  test('encodeText: never turns a character into a TAB or a line end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(null, 83), (text, language) => {
        const bytes = encodeText(removeControlCharacters(text), language)
        expect(bytes.some((byte) => byte < 0x20)).toBe(false)
      }),
      { numRuns: 30 },
    )
  })
})

test('removeControlCharacters: removes every control character', () => {
  expect(removeControlCharacters('A\tn\r\nn\0\u0085 \u2028Le\u007fe')).toBe('Ann Lee')
})

test('removeControlCharacters: removes zero-width and direction marks', () => {
  expect(removeControlCharacters('\u200eAna\u200b Me\u00adlo\u2066\u202e\ufeff')).toBe('Ana Melo')
})

test('truncateName: truncates a name between characters', () => {
  expect(truncateName('María José Fernández de la Vega')).toBe('María José Fernández ')
  expect(truncateName('ñañaña', 5)).toBe('ñañ')
  expect(truncateName('🏋🏋', 7)).toBe('🏋')
  expect(truncateName('张三丰', 4, 83)).toBe('张三')
})
