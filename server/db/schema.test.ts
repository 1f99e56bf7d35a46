// schema.sql is what a newcomer reads instead of all the migrations: it has to be true.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { schemaText } from '../testing/schema-text.ts'
import { startTestApp } from '../testing/test-app.ts'
import { repositoryRoot } from './repository-root.ts'

const folder = join(repositoryRoot, 'server/db')
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : '')

// Servers that applied a file refuse to start where it is another one now: what changes is a migration of its own.
test('no migration that was committed is edited or gone; `npm run schema` notes new ones', () => {
  const file = join(folder, 'migrations.sha256')
  const noted = new Map(
    read(file)
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const names = readdirSync(join(folder, 'migrations')).sort()
  const sums = names.map((name) => {
    const sum = createHash('sha256')
      .update(read(join(folder, 'migrations', name)))
      .digest('hex')
    return [name, (process.env.WRITE_SCHEMA && noted.get(name)) || sum]
  })
  const text = sums.map(([name, sum]) => `${sum}  ${name}\n`).join('')
  if (process.env.WRITE_SCHEMA) writeFileSync(file, text)
  expect(read(file)).toBe(text)
})

test('schema.sql is what the migrations come to', async () => {
  const app = await startTestApp()
  const text = await asOwner(app, schemaText)
  await app.close()
  const file = join(folder, 'schema.sql')
  if (process.env.WRITE_SCHEMA) writeFileSync(file, text)
  expect(read(file), 'server/db/schema.sql is not what the migrations come to: `npm run schema` writes it anew').toBe(
    text,
  )
})
