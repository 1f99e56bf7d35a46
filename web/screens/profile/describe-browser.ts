/** Some browsers name others too, so specific patterns come first. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const find = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** `Chrome en Windows` from the User-Agent header. */
export function describeBrowser(agent: string): string {
  const [browser, system] = [find(agent, browsers), find(agent, systems)]
  if (browser && system) return `${browser} en ${system}`
  return browser ?? system ?? 'Otro programa'
}
