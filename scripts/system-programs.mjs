// @ts-check
// Programs of other servers that deep tests run. Tests whose program is missing are skipped with a message.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { runCommand, takeLastLines } from './run-command.mjs'

/** Debian packages, each with a path by which it is recognised as installed. */
const paths = {
  postgresql: '/usr/lib/postgresql',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  // only to check unit files
  systemd: '/usr/bin/systemd-analyze',
}
/** Debian runs policy-rc.d before it starts a service; exit code 101 forbids the start. */
const policy = '/usr/sbin/policy-rc.d'
const listMissing = () => Object.entries(paths).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))

/** Installs missing programs if root runs it on Debian, starts no services, and prints the ones still missing. */
export async function ensureSystemPrograms() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install(listMissing())
  const missing = listMissing()
  console.log(`Not installed, their tests are skipped: ${missing.join(', ') || 'none'}.`)
}

/** @param {string[]} names */
async function install(names) {
  if (names.length === 0) return
  console.log(`Installing ${names.join(', ')}…`)
  const isPolicyOurs = !existsSync(policy)
  const removePolicy = () => isPolicyOurs && rmSync(policy, { force: true })
  process.once('exit', removePolicy)
  if (isPolicyOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  // Installed one by one, so that an unavailable package does not stop the others.
  const commands = names.map((name) => `apt-get install -y --no-install-recommends ${name} || failed=1`)
  const script = `apt-get update && { failed=0; ${commands.join('; ')}; exit $failed; }`
  const { code, output } = await runCommand('sh', ['-c', script], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  removePolicy()
  if (code !== 0) console.log(takeLastLines(output, 5))
}
