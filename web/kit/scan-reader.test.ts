import { expect, test } from 'vitest'
import { ScanReader, type ScanReading } from './scan-reader.ts'

type Keys = readonly (readonly [key: string, after: number, held?: 'held'])[]

/** Makes key presses of the text, each `gap` milliseconds after the previous one. */
const typed = (text: string, gap: number): Keys => [...text].map((key) => [key, gap] as const)

function readAll(keys: Keys): ScanReading[] {
  const reader = new ScanReader()
  let at = 1000
  return keys.map(([key, after, held]) => {
    at += after
    return reader.read({ key, at, repeat: held !== undefined, modified: false })
  })
}
const codesOf = (keys: Keys) => readAll(keys).flatMap((reading) => (reading.kind === 'code' ? [reading.code] : []))

test.each<[string, Keys, string[]]>([
  ['a code with 8 ms per key is read', [...typed('7501031311309', 8), ['Enter', 8]], ['7501031311309']],
  ['a code that ends with Tab is read', [...typed('7501031311309', 8), ['Tab', 8]], ['7501031311309']],
  ['a code with 35 ms per key, the slowest scanner, is read', [...typed('750103', 35), ['Enter', 35]], ['750103']],
  [
    'a code with capital letters typed with Shift is read',
    [['Shift', 5], ['A', 5], ['Shift', 5], ...typed('B-1234', 10), ['Enter', 10]],
    ['AB-1234'],
  ],
  [
    'a code with one delayed key is read',
    [...typed('750', 8), ['1', 130], ...typed('0313', 8), ['Enter', 8]],
    ['75010313'],
  ],
  [
    'two codes in a row are both read',
    [...typed('750103', 8), ['Enter', 8], ...typed('111222', 8), ['Enter', 8]],
    ['750103', '111222'],
  ],
  [
    'a code whose beginning may be missing is ignored',
    [...typed('7501', 8), ['0', 300], ...typed('31311309', 8), ['Enter', 8]],
    [],
  ],
  [
    'a code delayed after its first key is ignored',
    [...typed('7', 8), ['5', 200], ...typed('01031311309', 8), ['Enter', 8]],
    [],
  ],
  ['five characters are too short for a code', [...typed('75010', 8), ['Enter', 8]], []],
  ['40 ms per key are too slow for a code', [...typed('750103131', 40), ['Enter', 40]], []],
  ['a word typed very fast is not a code', [...typed('torres', 45), ['Enter', 60]], []],
  [
    'a word typed with several keys almost at once is not a code',
    [...typed('to', 12), ...typed('rr', 70), ...typed('es', 15), ['Enter', 90]],
    [],
  ],
  ['a burst with a pause before Enter is not a code', [...typed('proteina bat', 2), ['Enter', 90]], []],
  ['a pasted or dictated burst with a late Enter is not a code', [...typed('750103', 8), ['Enter', 400]], []],
  [
    'a key held down is not a code',
    [['1', 100], ...typed('1111111', 33).map(([key, gap]) => [key, gap, 'held'] as const), ['Enter', 30]],
    [],
  ],
  [
    'a burst that does not end with Enter or Tab is not a code',
    [...typed('7501031311309', 8), ['ArrowDown', 8], ['Enter', 8]],
    [],
  ],
])('scan reader: %s', (_, keys, codes) => expect(codesOf(keys)).toEqual(codes))

test.each([60, 160, 300, 450])(
  'scan reader: a burst of keys %i ms after a typed word is a code without that word',
  (pause) => {
    const readings = readAll([...typed('agua', 90), ['7', pause], ...typed('50103', 8), ['Enter', 8]])
    expect(readings.at(-1)).toMatchObject({ kind: 'code', code: '750103', before: 'agua' })
    // The last 'begins' is at the first key of the code, when the field's content is saved.
    expect(readings.map(({ kind }) => kind).lastIndexOf('begins')).toBe(4)
  },
)

test.each([60, 160, 300])(
  'scan reader: a code whose first key comes %i ms earlier is read only if the gap is short',
  (pause) => {
    const keys: Keys = [...typed('7', 8), ['5', pause], ...typed('01031', 8), ['Enter', 8]]
    expect(codesOf(keys)).toEqual(pause < 150 ? ['7501031'] : [])
  },
)

test('scan reader: a scanner with repeated delays is not mistaken for a person typing', () => {
  const keys: Keys = [...typed('7501', 8), ...typed('031', 60), ...typed('311309', 8), ['Enter', 8]]
  expect(codesOf(keys)).toEqual(['7501031311309'])
})

test('scan reader: a word ending typed quickly is not a code', () => {
  expect(codesOf([...typed('protein', 80), ...typed('as', 20), ...typed('oro', 38), ['Enter', 40]])).toEqual([])
  expect(codesOf([...typed('protein', 80), ['a', 90], ...typed('s de o', 30), ['Enter', 50]])).toEqual([])
})

test('scan reader: text typed before a code is reported separately', () => {
  for (const pause of [300, 2000]) {
    const readings = readAll([...typed('3*', 140), ['7', pause], ...typed('50103', 8), ['Enter', 8]])
    expect(readings.at(-1)).toEqual({ kind: 'code', code: '750103', before: '3*' })
  }
})

test('scan reader: measures when keys were pressed, not when their events arrived', () => {
  const reader = new ScanReader()
  // A busy computer delivers all events at once, but their timestamps show that a person typed.
  const heard = [...'torres', 'Enter'].map((key, at) =>
    reader.read({ key, at: at * 120, repeat: false, modified: false }),
  )
  expect(heard.at(-1)).toEqual({ kind: 'nothing' })
})
