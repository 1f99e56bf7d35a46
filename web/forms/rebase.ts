// What two people made of one row at the same time.
type Values = Record<string, unknown>

const same = (one: unknown, other: unknown) => Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** What is typed, but where it is still as it was in `before`, as it is in `after`. */
export function rebase<Form extends object>(typed: Form, before: Form, after: Form): Form {
  const [mine, old] = [typed as Values, before as Values] // read by the names of `after`
  const untouched = Object.entries(after).filter(([field]) => same(mine[field], old[field]))
  return { ...typed, ...Object.fromEntries(untouched) }
}

/** The fields of `after` that are not as they were in `before`. */
export function changesBetween<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = before as Values // as above
  const changed = Object.entries(after).filter(([field, value]) => !same(old[field], value))
  return Object.fromEntries(changed) as Partial<Body> // Object.fromEntries forgets the names
}
