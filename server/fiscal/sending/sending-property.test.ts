// Random faults of DGII, clock jumps, two servers of which one stops now and then, and people who send rejected documents
// again: each document is accepted once, unaltered, and after the receipt that it modifies.
import { type FaultSettings, faultNames } from '@torniquete/dgii-stand-in/faults.ts'
import { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countDueQueueRows } from '../../messaging/outbox/queries.ts'
import { sql } from '../../platform/db/sql.ts'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import {
  type ElectronicReceiptTestGym,
  makeElectronicReceiptGym,
  openSigningCertificates,
  reissueRejectedDocuments,
  storeSignedDocuments,
} from '../../testing/electronic-gym.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import {
  expectDocumentsAcceptedOnce,
  makeRandomDocumentSamples,
  type SentDocumentStatus,
} from '../../testing/sending-checks.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { DgiiCarrier } from '../do/carrier/dgii-carrier.ts'
import { FiscalSender } from './fiscal-sender.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const certificates = await openSigningCertificates(app)
const never = new AbortController().signal

const share = fc.constantFrom(0, 0, 0.03, 0.1)
const life = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  faults: fc.record(Object.fromEntries(faultNames.map((name) => [name, share]))),
  processingMs: fc.constantFrom(0, 20_000),
  clockOffMs: fc.constantFrom(0, -86_400_000, 86_400_000),
})

/** The newest document of each receipt. */
const readStates = (gym: ElectronicReceiptTestGym) =>
  gym.rows<
    SentDocumentStatus & { is_number_used: boolean | null; next_attempt_at: string | null; modified: string | null }
  >(sql`
    select distinct on (e.id_receipt) e.ncf, e.status, (e.answer ->> 'is_number_used')::boolean as is_number_used, e.next_attempt_at,
      r.modified_ncf as modified
    from electronic_receipts e join fiscal_receipts r on r.gym_id = e.gym_id and r.id = e.id_receipt
    where e.gym_id = ${gym.gym.id} order by e.id_receipt, e.id desc`)

test('random faults: each document is accepted once, unaltered and in order; none is lost', {
  timeout: propertyTimeoutMs,
}, async () => {
  const other = await startSecondServer(app)
  await checkProperty(life, { numRuns: 6 }, async ({ seed, faults, processingMs, clockOffMs }) => {
    app.clock.set('2026-11-30T15:00:00Z')
    const all: FaultSettings = { ...faults, processingMs, clockOffMs, latencyMs: 15 }
    const dgii = await new StandInServer({ now: app.clock.now, faults: all, seed }).start()
    const { random } = new StandInServer({ seed }).faults
    const roll = random.bind(dgii.faults)
    const gyms = [await makeElectronicReceiptGym(app), await makeElectronicReceiptGym(app)]
    const stored = await Promise.all(
      gyms.map((gym) => storeSignedDocuments(app, gym.issuer, makeRandomDocumentSamples(60, roll), app.clock.now())),
    )
    const makeSender = ({ database }: typeof app) =>
      new FiscalSender({ database, certificates, clock: app.clock.now }, new DgiiCarrier(dgii.address, app.clock.now))
    const servers = [app, other]
    const senders = servers.map(makeSender)

    let rounds = 0
    for (let due = 1; due > 0 && rounds < 300; rounds += 1) {
      const stopping = new AbortController()
      const stopped = servers[Math.floor(10 * servers.length * roll())] // a server in one of ten rounds
      if (stopped) setTimeout(() => stopping.abort(), 20 * roll())
      await Promise.all(
        gyms.flatMap(({ gym: { id } }) =>
          senders.map((sender, at) => sender.deliver(id, 10, servers[at] === stopped ? stopping.signal : never)),
        ),
      )
      if (stopped) senders[servers.indexOf(stopped)] = makeSender(stopped)
      app.clock.advance(roll() < 0.4 ? 16 * 60_000 : 15_000)
      for (const [at, { issuer }] of gyms.entries())
        stored[at]?.push(...(await reissueRejectedDocuments(app, issuer, app.clock.now())))
      due = (await countDueQueueRows(app.database, new Date('2100-01-01'), 1)).filter(({ gym }) =>
        gyms.some((each) => each.gym.id === gym),
      ).length
    }
    // Documents that arrive late may still come.
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const [at, gym] of gyms.entries()) {
      const states = await readStates(gym)
      expectDocumentsAcceptedOnce(dgii, gym.issuer.taxId, stored[at] ?? [], states)
      const status = new Map(states.map((each) => [each.ncf, each.status]))
      const unsettled = states.filter((each) => each.status === 'signed' || each.status === 'sent')
      // A note waits as long as its receipt is rejected.
      expect(unsettled.filter(({ modified }) => status.get(modified ?? '') !== 'rejected')).toEqual([])
      expect(states.filter((each) => each.status === 'rejected' && each.is_number_used === false)).toEqual([])
    }
    await dgii.stop()
  })
  await other.close()
})
