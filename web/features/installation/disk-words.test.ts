import { expect, test } from 'vitest'
import { diskWords } from './disk-words.ts'

test('disk text: empty with enough room, else the free space and the consequences', () => {
  expect(diskWords({ free: 9e9, level: 'ample' })).toBeNull()
  expect(diskWords({ free: null, level: 'ample' })).toBeNull()
  expect(diskWords({ free: 1_640_000_000, level: 'low' })).toEqual({
    color: 'yellow',
    text: 'Al disco del servidor le quedan 1.6 GB: haz sitio pronto.',
  })
  expect(diskWords({ free: 4e8, level: 'short' })?.text).toMatch(/quedan solo 0\.4 GB: haz sitio ya\./)
  expect(diskWords({ free: 1e8, level: 'full' })?.text).toMatch(/^El disco del servidor está lleno \(quedan 0\.1 GB\)/)
})
