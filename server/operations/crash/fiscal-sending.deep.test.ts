// 10,000 electronic receipts of eight gyms, random faults of DGII, and two servers that are killed in turn: each receipt is
// accepted once, unaltered, and after the receipt that it modifies.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import {
  type Issuer,
  makeUniqueTaxId,
  reissueRejectedDocuments,
  type StoredElectronicDocument,
  storeCertificate,
  storeSignedDocuments,
} from '../../testing/electronic-gym.ts'
import {
  expectDocumentsAcceptedOnce,
  makeRandomDocumentSamples,
  type SentDocumentStatus,
} from '../../testing/sending-checks.ts'
import {
  fetchToken,
  masterPassword,
  type ServerProcess,
  sendCall,
  startServerProcess,
} from '../../testing/server-process.ts'
import { makeSigningCertificate } from '../../testing/signing-certificate.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'
import { verifySignature } from '../../testing/verify-signature.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'

const documentCount = 10_000
const gymCount = 8
const kills = 6

const faults = {
  slow: 0.05,
  latencyMs: 200,
  cut: 0.01,
  error: 0.01,
  cutAfter: 0.01,
  errorAfter: 0.01,
  halfAnswer: 0.01,
  late: 0.01,
  expiredToken: 0.001,
  remarks: 0.02,
  rejectFree: 0.005,
  rejectUsed: 0.002,
  processingMs: 1000,
}

let folder: string
let postgres: EmbeddedPostgres
let database: Database
let connectionString: string
const dgii = new StandInServer({ faults, seed: 20_261_130 })
const servers: ServerProcess[] = []
const issuers: Issuer[] = []
const stored: StoredElectronicDocument[][] = []

const dataDir = () => join(folder, 'shared')
const launch = (port = 0) =>
  startServerProcess(dataDir(), port, { DATABASE_URL: connectionString, DGII_URL: dgii.address })

async function makeIssuer(at: number, master: string, certificate: Issuer['certificate']): Promise<Issuer> {
  const port = servers[0]?.port ?? 0
  const [username, password] = [`duena${at}`, 'contraseña segura']
  const body = { name: `Gimnasio ${at}`, owner: 'Dueña', username, password }
  const { answer } = await sendCall(port, master, 'POST', '/gyms/', body)
  const taxId = makeUniqueTaxId()
  const token = await fetchToken(port, username, password)
  const settings = { country: 'DO', tax_id: taxId, legal_name: 'Gimnasio SRL' }
  expect((await sendCall(port, token, 'PUT', '/fiscal/settings', settings)).status).toBe(200)
  const issuer = { id: answer.id, taxId, certificate }
  await storeCertificate({ database, dataDir: dataDir() }, issuer)
  return issuer
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-sending-'))
  postgres = await startEmbeddedPostgres({ dataDir: folder })
  const { host, port } = postgres.connection
  connectionString = `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  await dgii.start()
  servers.push(launch())
  expect(await servers[0]?.ready).toBe(true)
  servers.push(launch())
  expect(await servers[1]?.ready).toBe(true)
  database = await openDatabase({ connectionString }, null)
  const certificate = makeSigningCertificate()
  const master = await fetchToken(servers[0]?.port ?? 0, 'master', masterPassword)
  for (let at = 0; at < gymCount; at += 1) issuers.push(await makeIssuer(at, master, certificate))
}, 240_000)

afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await dgii.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

const query = <Row extends object>(text: string) => queryAsOwner<Row>({ database }, text)

const newest = 'select distinct on (gym_id, id_receipt) * from electronic_receipts order by gym_id, id_receipt, id desc'

/** Signs rejected documents again. */
async function resend(): Promise<void> {
  for (const [at, issuer] of issuers.entries())
    stored[at]?.push(...(await reissueRejectedDocuments({ database }, issuer, new Date())))
}

/**
 * Ends the waits before the next attempts, because they are longer than this test. Both servers may then send a document
 * at once. After eight attempts it also moves the last upload two hours back: only then is a used number a rejection.
 */
const shortenWaits = () =>
  query(`
    update electronic_receipts set next_attempt_at = now(),
      handed_at = handed_at - case when attempts >= 8 then interval '2 hours' else interval '0' end
    where next_attempt_at > now() + interval '1 second' and (handed_at is null or handed_at < now() - interval '5 seconds')`)

const countOpen = async () =>
  (
    await query<{ count: number }>(`
      select count(*) as count from (${newest}) e
      where (status in ('signed', 'sent') and not waits_for_modified_receipt(gym_id, id_receipt))
        or (status = 'rejected' and answer ->> 'is_number_used' = 'false')`)
  ).rows[0]?.count ?? 0

async function killInTurn(): Promise<void> {
  for (let turn = 0; turn < kills; turn += 1) {
    await pause(4000)
    const victim = servers[turn % 2]
    victim?.process.kill('SIGKILL')
    await victim?.ended
    if (turn === 2) {
      await dgii.stop()
      await pause(3000)
      await dgii.start()
    }
    servers[turn % 2] = launch(victim?.port)
    expect(await servers[turn % 2]?.ready).toBe(true)
  }
}

test('10,000 receipts, faults and kills: each is accepted once, unaltered and in order; none is lost', {
  timeout: 600_000,
}, async () => {
  for (const issuer of issuers) {
    const samples = makeRandomDocumentSamples(documentCount / gymCount, () => dgii.faults.random())
    stored.push(await storeSignedDocuments({ database }, issuer, samples, new Date()))
  }
  const killing = killInTurn()
  await waitUntil(
    async () => {
      await Promise.all([shortenWaits(), resend()])
      await pause(1000)
      return (await countOpen()) === 0
    },
    Boolean,
    400_000,
  )
  await killing
  const { rows } = await query<SentDocumentStatus & { gym_id: number }>(`select gym_id, ncf, status from (${newest}) e`)
  for (const [at, { id, taxId }] of issuers.entries())
    expectDocumentsAcceptedOnce(
      dgii,
      taxId,
      stored[at] ?? [],
      rows.filter(({ gym_id }) => gym_id === id),
    )
  expect(rows).toHaveLength(documentCount)
  const accepted = dgii.registry().listAccepted()
  expect(accepted.length).toBeGreaterThan(0.99 * documentCount)
  for (const { content } of accepted.filter((_, index) => index % 50 === 0))
    expect(verifySignature(content.toString())).not.toBeNull()
})
