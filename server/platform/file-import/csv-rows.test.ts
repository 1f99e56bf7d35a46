import { expect, test } from 'vitest'
import { parseCsvRows } from './csv-rows.ts'

const titles = 'Nombre;Teléfono;Notas;Vence'
const members = (notes: Record<number, string>, names: Record<number, string> = {}) =>
  [
    titles,
    ...Array.from(
      { length: 60 },
      (_, at) => `${names[at + 1] ?? `Socio ${at + 1}`};809555${1000 + at};${notes[at + 1] ?? ''};31/12/2030`,
    ),
  ].join('\r\n')

test.each([
  ['one note', members({ 3: '"llamar antes' }), 3, '"llamar antes'],
  ['a note, and an inch mark far below', members({ 3: '"llamar antes', 50: 'rodilla 5"' }), 3, '"llamar antes'],
  ['a note, and an inch mark in the next row', members({ 3: '"llamar antes', 4: 'rodilla 5"' }), 3, '"llamar antes'],
  ['two notes', members({ 3: '"llamar antes', 5: '"otra' }), 5, '"otra'],
  ['a note, and a closed one below', members({ 3: '"llamar', 5: '"dice ""no"""' }), 5, 'dice "no"'],
  ['the last note', members({ 60: '"llamar' }), 60, '"llamar'],
  ['a nickname before other words', members({ 3: '"Pepe" es su apodo' }), 3, '"Pepe" es su apodo'],
  ['two nicknames', members({ 3: '"Pepe" o "Pepito"' }), 3, '"Pepe" o "Pepito"'],
  ['marks within marks', members({ 3: '"Calle "Duarte" 5"' }), 3, 'Calle "Duarte" 5'],
  ['an inch mark', members({ 3: 'rodilla 5"' }), 3, 'rodilla 5"'],
])('readCsvRows: sixty rows remain sixty despite unclosed quotation marks (%s)', (_, text, row, note) => {
  const rows = parseCsvRows(text, 100)
  expect(rows).toHaveLength(61)
  expect(rows.every((cells) => cells.length === 4)).toBe(true)
  expect(rows[row]?.[2]).toBe(note)
})

test('readCsvRows: a cell with an unclosed quotation mark does not include the next rows', () => {
  const rows = parseCsvRows(members({}, { 3: '"Ana Mota', 7: 'Luis "el Alto' }), 100)
  expect(rows).toHaveLength(61)
  expect(rows[3]).toEqual(['"Ana Mota', '8095551002', '', '31/12/2030'])
})

test.each([
  [
    'lines within a cell',
    'Nombre,Notas\nAna,"uno\ndos, tres"\nLuis,x',
    [
      ['Ana', 'uno\ndos, tres'],
      ['Luis', 'x'],
    ],
  ],
  [
    'a long note of many lines',
    'a;b;c\n1;"u\nd\nt;c";3\n4;5;6',
    [
      ['1', 'u\nd\nt;c', '3'],
      ['4', '5', '6'],
    ],
  ],
  [
    'the delimiter within a cell',
    'Nombre,Calle,Tel\n"Peña, Ana","Calle 3, Haina",809',
    [['Peña, Ana', 'Calle 3, Haina', '809']],
  ],
  ['empty cells', 'a;b;c\n"";;\n', [['', '', '']]],
  ['a line that ends without a cell', 'a;b;c\n1;2;', [['1', '2', '']]],
  ['blanks after a quotation mark', 'a,b\n"1" ,2', [['1', '2']]],
  ['empty lines', 'a,b\n\n1,2', [[''], ['1', '2']]],
  ['a line that names the delimiter', 'sep=|\r\na|b\r\n1;2|3', [['1;2', '3']]],
  [
    'carriage returns alone',
    'a;b\r1;2\r3;4\r',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
])('readCsvRows: reads %s', (_, text, below) => {
  expect(parseCsvRows(text, 100).slice(1)).toEqual(below)
})

test('readCsvRows: stops after the given number of rows', () => {
  expect(parseCsvRows(members({}), 10)).toHaveLength(10)
})
