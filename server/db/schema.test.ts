// schema.sql is what a newcomer reads instead of all the migrations: it has to be true.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { schemaText } from '../testing/schema-text.ts'
import { startTestApp } from '../testing/test-app.ts'
import { repositoryRoot } from './repository-root.ts'

test('schema.sql is what the migrations come to', async () => {
  const app = await startTestApp()
  const text = await asOwner(app, schemaText)
  await app.close()
  const file = join(repositoryRoot, 'server/db/schema.sql')
  if (process.env.WRITE_SCHEMA) writeFileSync(file, text)
  const written = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : ''
  expect(written, 'server/db/schema.sql is not what the migrations come to: `npm run schema` writes it anew').toBe(text)
})
