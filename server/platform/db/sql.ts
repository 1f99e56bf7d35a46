/** A statement with its values for the driver. Only `sql` makes it, so no value is ever part of the text. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The class is not exported, so that no input can pass for a statement. */
class SqlStatement implements Statement {
  readonly text: string
  readonly values: readonly unknown[]
  constructor(text: string, values: readonly unknown[] = []) {
    this.text = text
    this.values = values
  }
}

/** Last text made at each place in the code, and the texts of the statements inside it; null stands for a value. */
const lastTexts = new WeakMap<TemplateStringsArray, { inner: (string | null)[]; text: string }>()

/** Tagged template: values become parameters, statements inside a statement become part of its text. */
export function sql(parts: TemplateStringsArray, ...inputs: unknown[]): Statement {
  const inner = inputs.map((input) => (input instanceof SqlStatement ? input.text : null))
  const values = inputs.flatMap((input) => (input instanceof SqlStatement ? input.values : [input]))
  // Reuses the same string, because joining and hashing long texts took a tenth of this process's CPU.
  const last = lastTexts.get(parts)
  if (last && inner.every((text, index) => text === last.inner[index])) return new SqlStatement(last.text, values)
  const text = joinTexts(parts, inputs)
  lastTexts.set(parts, { inner, text })
  return new SqlStatement(text, values)
}

function joinTexts(parts: TemplateStringsArray, inputs: readonly unknown[]): string {
  let text = parts[0] ?? ''
  let count = 0
  inputs.forEach((input, index) => {
    if (input instanceof SqlStatement) {
      const before = count
      text += input.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`)
      count += input.values.length
    } else {
      count += 1
      text += `$${count}`
    }
    text += parts[index + 1] ?? ''
  })
  return text
}

export const emptySql: Statement = new SqlStatement('')

/** Quotes a column name of the contract's schemas; any other name is a bug. */
export function quoteIdentifier(name: string): Statement {
  if (!/^[A-Za-z_]+$/.test(name)) throw new Error(`not a column: ${name}`)
  return new SqlStatement(`"${name}"`)
}

/** Formats an instant in JSON as `2026-11-21T08:50:04.120Z`, like the driver's parser of instants. */
export const formatInstantSql = (instant: Statement): Statement =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export function joinStatements(statements: readonly Statement[], separator = ', '): Statement {
  const between = new SqlStatement(separator)
  return statements.reduce((all, each, index) => (index === 0 ? each : sql`${all}${between}${each}`), emptySql)
}

/** SQL `"name" = $1, "email" = $2` for the defined fields of a change; empty if there are none. */
export function joinAssignments(change: object): Statement {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined)
  // Even assigning the same value to a key takes a stronger lock, which causes deadlocks.
  for (const [name] of fields) if (['gym_id', 'id'].includes(name)) throw new Error(`a row keeps its ${name}`)
  return joinStatements(fields.map(([name, value]) => sql`${quoteIdentifier(name)} = ${value}`))
}

/** Updates rows that match `where`. If no field changes, it still returns the number of these rows. */
export function makeUpdateStatement(table: string, change: object, where: Statement): Statement {
  const set = joinAssignments(change)
  return set.text === ''
    ? sql`select from ${quoteIdentifier(table)} where ${where} for no key update`
    : sql`update ${quoteIdentifier(table)} set ${set} where ${where}`
}

/** Inserts the only row that a gym has in a table, or updates the row's defined fields. */
export function makeSettingsUpsert(table: string, gym: number, change: object): Statement {
  const set = joinAssignments(change)
  return sql`
    insert into ${quoteIdentifier(table)} ${joinColumnsAndValues({ gym_id: gym, ...change })}
    on conflict (gym_id) do ${set.text === '' ? sql`nothing` : sql`update set ${set}`}`
}

/** SQL `("name", "email") values ($1, $2)` for the fields of a row. */
export function joinColumnsAndValues(row: object): Statement {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined)
  const names = joinStatements(entries.map(([name]) => quoteIdentifier(name)))
  return sql`(${names}) values (${joinStatements(entries.map(([, value]) => sql`${value}`))})`
}
