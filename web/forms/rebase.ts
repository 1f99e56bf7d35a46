// What two people made of one row at the same time.
type Values = Record<string, unknown>

export const same = (one: unknown, other: unknown) =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** The typed values; fields that were not changed since `before` are taken from `after`. */
export function rebase<Form extends object>(typed: Form, before: Form, after: Form): Form {
  const [mine, old] = [typed as Values, before as Values] // read by the names of `after`
  const untouched = Object.entries(after).filter(([field]) => same(mine[field], old[field]))
  return { ...typed, ...Object.fromEntries(untouched) }
}

/** The fields that differ between the two, with their values in `after`. */
export function changesBetween<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = before as Values // as above
  const changed = Object.entries(after).filter(([field, value]) => !same(old[field], value))
  return Object.fromEntries(changed) as Partial<Body> // Object.fromEntries forgets the names
}

/** As the server stores it: without the blanks around a text. */
export const asStored = <Body extends object>(body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as Body // Object.fromEntries forgets the names

/**
 * The fields that somebody else changed: those that were known, and those of `changed`, which was just read and makes `stored`.
 * A field that this form sent is not theirs, even where its answer was lost. Values are the same where they make the same body.
 */
export function concurrentChanges<Form extends object>(
  known: Partial<Form>,
  changed: Partial<Form>,
  { stored, sent, toBody }: { stored: Form; sent: readonly Form[]; toBody: (values: Form) => object },
): Partial<Form> {
  const body = asStored(toBody(stored))
  const isOwn = (field: string) =>
    sent.some((each) => same(asStored(toBody({ ...stored, [field]: (each as Values)[field] })), body)) // as above
  const now = Object.entries({ ...known, ...changed }).filter(([field]) => !(field in changed && isOwn(field)))
  return Object.fromEntries(now) as Partial<Form> // Object.fromEntries forgets the names
}
