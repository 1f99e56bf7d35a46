import { beforeEach, expect, test } from 'vitest'
import { readImportColumnFields, storeImportColumnFields } from './FileImportDialog.tsx'

const columns = (...headings: string[]) =>
  headings.map((heading) => ({ heading, field: null, samples: [], reading: null }))

beforeEach(() => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true })
})

test('import columns: remembered for files with the same titles, including corrected files', () => {
  storeImportColumnFields('Importar clientes', columns('Nombre', 'Tel. / Cel.'), ['name', 'phone_number'])
  expect(readImportColumnFields('Importar clientes', columns('NOMBRE', 'Tel. / Cel.'))).toEqual([
    'name',
    'phone_number',
  ])
  expect(
    readImportColumnFields('Importar clientes', columns('Nombre', 'Tel. / Cel.', 'Motivo', 'Fila en el archivo')),
  ).toEqual(['name', 'phone_number', null, null])
  expect(readImportColumnFields('Importar productos', columns('Nombre', 'Tel. / Cel.'))).toBeNull()
  expect(readImportColumnFields('Importar clientes', columns('Nombre', 'Tel.'))).toBeNull()
})

test('import columns: not remembered if the server would guess the same fields', () => {
  storeImportColumnFields('Importar clientes', columns('Nota'), [null])
  expect(readImportColumnFields('Importar clientes', columns('Nota'))).toBeNull()
})
