// Merges concurrent changes of one row.
type Values = Record<string, unknown>

export const same = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** The typed values, with fields unchanged since `before` taken from `after`. */
export function rebase<Form extends object>(typed: Form, before: Form, after: Form): Form {
  const [mine, old] = [typed as Values, before as Values]
  const untouched = Object.entries(after).filter(([field]) => same(mine[field], old[field]))
  return { ...typed, ...Object.fromEntries(untouched) }
}

/** The fields that differ, with their values in `after`. */
export function changesBetween<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = before as Values
  const changed = Object.entries(after).filter(([field, value]) => !same(old[field], value))
  return Object.fromEntries(changed) as Partial<Body>
}
