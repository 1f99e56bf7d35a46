import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst, transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { makeModule } from './contract-parts-plugin.ts'

const folder = fileURLToPath(new URL('../../contract/', import.meta.url))
const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('node_modules'),
)

// Whichever of the two a file of the build began with, the other would be run before what it is made of.
test('contract parts: schemas come after the rest, which does not mention them', async () => {
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) {
    const { code } = await transformWithOxc(readFileSync(folder + file, 'utf8'), folder + file)
    const part = (which?: string) => makeModule(file, code, parseAst, which)
    expect(part('plain'), file).not.toContain('?made')
    expect(part('plain'), file).not.toContain(`"${file}"`)
    expect(part('made'), file).toContain(`from "${file}?plain"`)
  }
})
