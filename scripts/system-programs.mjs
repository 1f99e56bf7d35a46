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

/** Says what is there, installs the rest where this is root on Debian (nothing is started as a service), and says what lacks. */
export async function ensureSystemPrograms() {
  const missing = () => Object.entries(wanted).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  const may = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (may && missing().length > 0) await install(missing())
  const lacking = missing()
  if (lacking.length === 0) console.log('Other programs: all there.')
  else console.log(`Not installed, their tests are skipped: ${lacking.join(', ')}.`)
}

/** @param {string[]} names */
async function install(names) {
  console.log(`Installing ${names.join(', ')}…`)
  const allow = () => rmSync(policy, { force: true })
  const own = !existsSync(policy)
  if (own) {
    process.once('exit', allow)
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  }
  // Each by itself: one that cannot be had costs no other.
  const each = names.map((name) => `apt-get install -y --no-install-recommends ${name} || failed=1`)
  const command = `apt-get update && { failed=0; ${each.join('; ')}; exit $failed; }`
  const { code, output } = await runCommand('sh', ['-c', command], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  if (own) allow()
  if (code !== 0) console.log(lastLines(output, 5))
}
