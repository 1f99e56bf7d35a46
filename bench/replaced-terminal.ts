// Measures the replacement of a terminal that stored ten thousand people: the new one receives users, then
// fingerprints, as fast as it accepts them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeviceBiometrics } from '@torniquete/contract/members/biometrics.ts'
import pg from 'pg'
import { formatTemplateSealContext } from '../server/door/templates.ts'
import { Sealer } from '../server/platform/crypto/seal.ts'
import type { DatabaseSocket } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym } from './bench-gyms.ts'
import { pollAndAcknowledgeCommands, pollUntilNoCommands, sendTerminalRequest } from './terminal-calls.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

/** A fingerprint template of realistic size. */
const template = Buffer.alloc(1_400, 7)

const [former, replacement] = ['FORMER', 'REPLACEMENT']

export async function measureReplacedTerminal(
  port: number,
  socket: DatabaseSocket,
  dataDir: string,
): Promise<BenchReportRow[]> {
  const owner = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' })
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await measure(port, owner, dataDir)
  } finally {
    await owner.end()
  }
}

/** Gives every client a consent and a fingerprint; then a new terminal replaces the one that stores all clients. */
async function measure(port: number, owner: pg.Client, dataDir: string): Promise<BenchReportRow[]> {
  const headers = { ...(await fetchAuthorizationHeader(port, fiveYearGym.id)), 'content-type': 'application/json' }
  const put = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  }
  await owner.query(
    `insert into devices (gym_id, name, sn, delay, last_seen) values (${fiveYearGym.id}, '${former}', '${former}', 2, now())`,
  )
  await pollUntilNoCommands(port, former)
  await put('/biometrics/', { keeps: true, unencrypted_copies: true, unproven_devices: true })
  const seal = new Sealer(readFileSync(join(dataDir, 'biometrics-key'), 'utf8'), 'biometrics')
  const { rows } = await owner.query<{ id: number }>(
    `update clients set biometrics_agreed_at = now() where gym_id = ${fiveYearGym.id} and deleted_at is null and id_zkteco is not null returning id::int`,
  )
  const places = rows.map(({ id }) =>
    formatTemplateSealContext(fiveYearGym.id, id, {
      type: 1,
      number: 6,
      part: 0,
      major: 10,
      minor: 0,
      format: 0,
      duress: false,
    }),
  )
  await owner.query(
    `insert into biometrics (gym_id, id_client, type, number, part, major, minor, format, duress, digest, key_name, data, taken_at)
     select ${fiveYearGym.id}, id, 1, 6, 0, 10, 0, 0, false, 'finger', $1, data, now() from unnest($2::bigint[], $3::bytea[]) as t (id, data)`,
    [seal.keyName, rows.map(({ id }) => id), places.map((place) => seal.close(template, place))],
  )
  await owner.query('analyze biometrics')
  const { rows: devices } = await owner.query<{ id: number }>(`select id::int from devices where sn = '${former}'`)
  const sn = replacement
  await put(`/devices/${devices[0]?.id}`, { sn })
  await sendTerminalRequest(port, 'GET', `/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1&language=97`)
  await sendTerminalRequest(
    port,
    'POST',
    `/iclock/cdata?SN=${sn}&table=options`,
    '~DeviceName=Replacement,~MaxUserCount=200,~ZKFPVersion=10,FingerFunOn=1',
  )
  await sendTerminalRequest(port, 'GET', `/iclock/getrequest?SN=${sn}&INFO=Ver,0,0,0,127.0.0.1,10`)
  await owner.query(`update terminal_states set origin_accepted_at = now() where id_device = ${devices[0]?.id}`)
  const told = { people: 0, fingers: 0, polls: 0 }
  const begun = performance.now()
  for (let quiet = 0; quiet < 3; ) {
    const lines = await pollAndAcknowledgeCommands(port, sn)
    told.polls += 1
    told.people += lines.filter((line) => line.includes('UPDATE USERINFO')).length
    told.fingers += lines.filter((line) => line.includes('UPDATE FINGERTMP')).length
    quiet = lines.length === 0 ? quiet + 1 : 0
  }
  const seconds = (performance.now() - begun) / 1000
  const { templates } = DeviceBiometrics.parse(
    await (await fetch(`http://127.0.0.1:${port}/v1/devices/${devices[0]?.id}/biometrics`, { headers })).json(),
  )
  const what = `Replaced terminal receives ${told.people.toLocaleString('en')} people and ${told.fingers.toLocaleString('en')} fingerprints in ${told.polls.toLocaleString('en')} responses, as fast as it accepts them`
  return [
    { what, ...compareToMaximum(seconds, 600, 's') },
    {
      what: 'The same: fingerprints that the terminal lacks afterwards',
      ...compareToMaximum(templates.wanted - templates.held, 0, ''),
    },
  ]
}
