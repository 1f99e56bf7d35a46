// Notes each statement of a gym that the server asks, where RECORD_STATEMENTS names a file: what a release asks is kept, so
// that the next one's schema can be tried with it (docs/decisions/0023-migrations-beside-the-work.md).
import { appendFileSync } from 'node:fs'
import { env } from 'node:process'
import pg from 'pg'

const into = env.RECORD_STATEMENTS
const noting = Symbol.for('torniquete.noting')
/** @type {any} Its query takes whatever the server gives it. */
const client = pg.Client.prototype

if (into && !client[noting]) {
  client[noting] = true
  const { query } = client
  /** @this {unknown} @param {any} asked @param {unknown[]} more */
  client.query = function noted(asked, ...more) {
    // Tests' own are texts; the server's come with their values.
    if (typeof asked === 'object' && asked?.text && asked.values && !asked.cursor)
      appendFileSync(into, `${JSON.stringify(asked.text)}\n`)
    return query.call(this, asked, ...more)
  }
}
