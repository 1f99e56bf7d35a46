// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.mjs'
import { root } from './run-command.mjs'

/** What an area is called by: its calls, files and addresses, its kind, its row of the two tables, its screen's name. */
const names = /['./]expenses?['./]|expensesArea|\bGastos\b/
/** Of migrations the area's own: a later one is about all that was there by then. */
const makesTable = /create table expenses\b/
// What fills the database of measurements is no part of an area, as what fills that of tests is none.
const besides = /\.test\.|^bench\/|^server\/testing\/|^server\/db\/(schema\.sql|fixtures\/)/

test('an area touches eight files besides tests, docs and what is generated', () => {
  const files = listFiles(['contract', 'server', 'web', 'bench', 'scripts', 'terminal-simulator'])
    .filter((file) => /\.(tsx?|mjs|css|sql)$/.test(file) && !besides.test(file))
    .filter((file) => (file.endsWith('.sql') ? makesTable : names).test(readFileSync(join(root, file), 'utf8')))
  expect(files).toEqual([
    'contract/areas.ts',
    'contract/expenses.ts',
    'server/db/migrations/0035-expenses.sql',
    'server/expenses/handlers.ts',
    'server/expenses/queries.ts',
    'web/navigation/screens.ts',
    'web/screens/expenses/ExpensesPage.tsx',
    'web/screens/expenses/dialogs.tsx',
  ])
})
