type Values = Record<string, unknown>

/** `/clients/{id_client}` with its parameters and query, below `/v1`. Undefined, null and '' leave a query value out. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `/v1${filled}${text ? `?${text}` : ''}`
}
