// @ts-check
// Programs of others that tests run beside ours. Where they are not and may not be installed, those tests say so.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { lastLines, runCommand } from './run-command.mjs'

/** By Debian's package, with a path that it brings. */
const wanted = {
  postgresql: '/usr/lib/postgresql',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  // As a judge of units; nothing is started by it.
  systemd: '/usr/bin/systemd-analyze',
}
/** Debian asks it before it starts a service; 101 forbids that. */
const policy = '/usr/sbin/policy-rc.d'

/** Installs what is missing where root runs the tests on Debian, as it does a browser; starts none of it as a service. */
export async function ensureSystemPrograms() {
  const missing = Object.entries(wanted).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  const may = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing.length === 0 || !may) return
  console.log(`Installing ${missing.join(', ')}…`)
  const allow = () => rmSync(policy, { force: true })
  const own = !existsSync(policy)
  if (own) {
    process.once('exit', allow)
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  }
  // Each by itself: one that cannot be had costs no other.
  const each = missing.map((name) => `apt-get install -y --no-install-recommends ${name} || failed=1`)
  const install = `apt-get update && { failed=0; ${each.join('; ')}; exit $failed; }`
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output } = await runCommand('sh', ['-c', install], { env })
  if (own) allow()
  if (code !== 0) console.log(lastLines(output, 5))
}
