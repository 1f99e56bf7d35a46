import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { zodParts } from './zod-parts-plugin.ts'

const core = join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4/core')
// As the bundler calls it: nothing of its context is used.
const transform = zodParts().transform as unknown as (code: string, id: string) => { code: string } | null

const moduleOf = (code: string) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)

test.each(['json-schema-processors.js', 'to-json-schema.js'])(
  '%s keeps its names, and none of its code',
  async (name) => {
    const file = join(core, name)
    const part = transform(readFileSync(file, 'utf8'), file)
    const offered = Object.keys(await import(/* @vite-ignore */ file))
    expect(Object.keys(await moduleOf(part?.code ?? '')).sort()).toEqual(offered.sort())
  },
)

test('what validates stays as it is', () => {
  expect(transform('', join(core, 'schemas.js'))).toBeNull()
})
