import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { removeUnusedZodPartsPlugin } from './build-plugins.ts'

const zod = join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4')
const core = join(zod, 'core')
// Calls the plugin without the bundler's context, which it does not use.
const transform = removeUnusedZodPartsPlugin().transform as unknown as (
  code: string,
  id: string,
) => { code: string } | null

const moduleOf = (code: string) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)

test.each(['json-schema-processors.js', 'to-json-schema.js'])(
  'zod parts: %s keeps its exports but not the code behind them',
  async (name) => {
    const file = join(core, name)
    const part = transform(readFileSync(file, 'utf8'), file)
    const offered = Object.keys(await import(/* @vite-ignore */ file))
    expect(Object.keys(await moduleOf(part?.code ?? '')).sort()).toEqual(offered.sort())
  },
)

test('zod parts: the English messages are removed from the bundle', async () => {
  const file = join(zod, 'locales/en.js')
  const part = transform(readFileSync(file, 'utf8'), file)
  const { default: written } = await import(/* @vite-ignore */ file)
  expect(Object.keys(written())).toEqual(['localeError'])
  const { default: kept } = await moduleOf(part?.code ?? '')
  expect(kept()).toEqual({})
})

test('zod parts: the validating code is unchanged', () => {
  expect(transform('', join(core, 'schemas.js'))).toBeNull()
})
