// A newcomer reads schema.sql instead of all migrations, so it must be up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { formatDatabaseSchema } from '../../testing/schema-text.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { repositoryRoot } from './repository-root.ts'

const file = join(repositoryRoot, 'server/migrations/schema.sql')

test('schema.sql: equals the schema that the migrations create', async () => {
  const app = await startTestApp()
  const text = await runAsTableOwner(app, formatDatabaseSchema)
  await app.close()
  if (process.env.WRITE_SCHEMA) writeFileSync(file, text)
  const written = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : ''
  expect(written, 'server/migrations/schema.sql is out of date: `npm run schema` writes it').toBe(text)
})
