// @ts-check
import { expect, test } from 'vitest'
import { missingClasses } from './css-classes.mjs'
import { circlesIn, folderGraph, isFoundation, refusalOf, wordRefusal } from './fences.mjs'

const refused = (/** @type {string} */ from, /** @type {string} */ to) => refusalOf({ from, to, own: true }) !== null

test('folders that need each other are a circle, although no file of them is in one', () => {
  const graph = new Map([
    ['web/screens/clients/Card.tsx', ['web/features/bills/Bill.tsx']],
    ['web/features/bills/Bill.tsx', ['web/kit/Money.tsx']],
    ['web/features/bills/Lines.tsx', ['web/features/drafts/draft.ts']],
    ['web/features/drafts/Draft.tsx', ['web/features/bills/total.ts']],
    ['web/features/drafts/draft.test.ts', ['web/screens/clients/Card.tsx']],
  ])
  expect(circlesIn(graph)).toEqual([])
  expect(circlesIn(folderGraph(graph))).toEqual([['web/features/bills', 'web/features/drafts', 'web/features/bills']])
})

test('areas of the server that reach each other by their queries are a circle all the same', () => {
  const graph = new Map([
    ['server/payments/handlers.ts', ['server/clients/queries.ts']],
    ['server/clients/queries.ts', ['server/payments/queries.ts']],
    ['server/app.ts', ['server/payments/handlers.ts', 'server/services.ts']],
    ['server/services.ts', ['server/clients/queries.ts']],
  ])
  expect(circlesIn(folderGraph(graph))).toEqual([['server/payments', 'server/clients', 'server/payments']])
})

test('what assembles the application stands above its folders', () => {
  const graph = new Map([
    ['web/routes.tsx', ['web/shell/Shell.tsx']],
    ['web/shell/Shell.tsx', ['web/theme.ts']],
  ])
  expect(circlesIn(folderGraph(graph))).toEqual([])
})

test('the table of screens stands on no page that it fetches, and on every one that it needs', () => {
  const link = (/** @type {string} */ from, /** @type {boolean} */ fetched) =>
    isFoundation({ from, to: 'web/screens/clients/ClientsPage.tsx', own: true, fetched })
  expect(link('web/navigation/screens.ts', true)).toBe(false)
  expect(link('web/navigation/screens.ts', false)).toBe(true)
  expect(link('web/navigation/opening.ts', true)).toBe(true)
})

test('kit and api know nothing of what is built of them, no screen knows another', () => {
  expect(refused('web/kit/Table.tsx', 'web/session/session.tsx')).toBe(true)
  expect(refused('web/kit/Table.tsx', 'contract/clients.ts')).toBe(true)
  expect(refused('web/kit/Table.tsx', 'contract/dates.ts')).toBe(false)
  expect(refused('web/api/call.ts', 'web/kit/toast.ts')).toBe(true)
  expect(refused('web/screens/clients/Card.tsx', 'web/screens/billing/Sale.tsx')).toBe(true)
  expect(refused('web/screens/clients/Card.tsx', 'web/features/bills/Bill.tsx')).toBe(false)
  expect(refused('web/features/bills/Bill.tsx', 'web/screens/billing/Sale.tsx')).toBe(true)
  expect(refused('web/routes.tsx', 'web/screens/billing/Sale.tsx')).toBe(false)
})

test('what stores, announces and answers knows no area', () => {
  expect(refused('server/db/database.ts', 'server/jobs/prepare.ts')).toBe(true)
  expect(refused('server/live/announcements.ts', 'server/http/health.ts')).toBe(true)
  expect(refused('server/dispatch/dispatcher.ts', 'server/clients/queries.ts')).toBe(true)
  expect(refused('server/dispatch/dispatcher.ts', 'server/session/queries.ts')).toBe(false)
  expect(refused('server/http/framework.ts', 'server/dispatch/dispatcher.ts')).toBe(true)
  expect(refused('server/jobs/housekeeping.ts', 'server/images/queries.ts')).toBe(false)
  expect(refused('server/clients/handlers.ts', 'server/http/context.ts')).toBe(false)
})

test('kit says no word of a gym', () => {
  expect(wordRefusal('web/kit/Mark.tsx', "const mark = 'Factura'")).toContain('Factura')
  expect(wordRefusal('web/kit/Window.tsx', "const label = 'ventana'")).toBeNull()
  expect(wordRefusal('web/features/bills/Mark.tsx', "const mark = 'Factura'")).toBeNull()
})

test('a class that its CSS module has not is named', () => {
  const source = (/** @type {string} */ used) =>
    `import kit from '../kit/kit.module.css'\nconst a = \`\${kit.wide} \${${used}}\``
  const read = () => '.wide, .tall:hover { padding: .5rem; background: url("a.png") } /* .gone */'
  expect(missingClasses(source('kit.tall'), read)).toEqual([])
  expect(missingClasses(source('kit.gone'), read)).toEqual(['../kit/kit.module.css has no .gone'])
  expect(missingClasses(source('kit.png'), read)).toEqual(['../kit/kit.module.css has no .png'])
})
