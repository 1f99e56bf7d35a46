import type { Device } from '@torniquete/contract/door/devices.ts'
import { formatTemplateName } from '@torniquete/contract/members/biometric-names.ts'
import {
  type BiometricKind,
  checkTemplatesAllowed,
  defaultFingerNumber,
  type Enrolment,
  maxFacePhotoBytes,
} from '@torniquete/contract/members/biometrics.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import {
  type DeviceRow,
  listDevices,
  listUnacceptedTerminalNames,
  scheduleTemplateRemoval,
  storeTemplate,
} from '../../door/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { insertClientHistoryNote } from '../../reports/history/queries.ts'
import type { Services } from '../../services.ts'
import {
  cancelEnrolments,
  deleteTemplates,
  facePhotoTemplateFields,
  insertEnrolment,
  lockBiometricsClient,
  readBiometricsSettings,
  readClientBiometrics,
  readDeviceBiometrics,
  recordConsent,
  setTemplateStorage,
} from './queries.ts'

async function dropTemplates(
  tx: Transaction,
  gym: number,
  { id_client, kind, finger }: { id_client: number; kind: BiometricKind; finger: number | null },
): Promise<undefined> {
  const { id_zkteco, agreed_at } = await lockBiometricsClient(tx, gym, id_client)
  const gone = await deleteTemplates(tx, gym, id_client, kind, finger)
  // Clients without consent have no templates that could be dropped.
  if (gone === 0 || agreed_at === null) throwError('row.missing')
  await insertClientHistoryNote(tx, gym, id_client, { dropped_biometrics: formatTemplateName({ kind, finger }) })
  // Removes the person, a command that every terminal understands, and sends the person again without the template.
  await scheduleTemplateRemoval(tx, gym, id_client, id_zkteco)
  return undefined
}

function switchHandlers(
  { seal, config: { BACKUP_KEY } }: Pick<Services, 'seal' | 'config'>,
  makesCopies: boolean,
): Pick<AreaHandlers<'biometrics'>, 'biometrics.settings' | 'biometrics.configure'> {
  const unencrypted_copies = makesCopies && BACKUP_KEY === undefined
  const settings = async (tx: Transaction, gym: number) => ({
    ...(await readBiometricsSettings(tx, gym, seal.keyName)),
    unencrypted_copies,
  })
  return {
    'biometrics.settings': ({ tx, gym }) => settings(tx, gym),

    'biometrics.configure': async ({ tx, gym, body: { keeps, ...accepted } }) => {
      if (keeps && unencrypted_copies && !accepted.unencrypted_copies) throwError('biometrics.unencrypted')
      const unproven = keeps && !accepted.unproven_devices ? await listUnacceptedTerminalNames(tx, gym) : []
      if (unproven.length > 0) throwError('biometrics.unproven', { devices: unproven.join(', ') })
      await setTemplateStorage(tx, gym, keeps)
      return settings(tx, gym)
    },
  }
}

export const biometricsHandlers = (
  services: Pick<Services, 'seal' | 'config'>,
  presence: { show(gym: number, row: DeviceRow, now: Date): Omit<Device, 'alarm'> },
  makesCopies: boolean,
): AreaHandlers<'biometrics'> => {
  const { seal } = services
  return {
    ...switchHandlers(services, makesCopies),

    'biometrics.read': ({ tx, gym, now, params: { id_client } }) =>
      readClientBiometrics(tx, gym, id_client, seal.keyName, now),

    'biometrics.agree': async ({ tx, gym, now, params: { id_client }, body: { agrees } }) => {
      const person = await lockBiometricsClient(tx, gym, id_client)
      if (agrees && !person.keeps) throwError('biometrics.off')
      const changed = await recordConsent(tx, gym, id_client, agrees ? now : null)
      if (!agrees) await cancelEnrolments(tx, gym, id_client)
      // Removes the person and thereby the fingerprints from terminals; the person is sent again without them.
      if (changed > 0 && !agrees) await scheduleTemplateRemoval(tx, gym, id_client, person.id_zkteco)
      return readClientBiometrics(tx, gym, id_client, seal.keyName, now)
    },

    'biometrics.drop': async ({ tx, gym, params: { id_client }, query: { kind, finger = null } }) =>
      dropTemplates(tx, gym, { id_client, kind, finger }),

    'biometrics.photo': async ({ tx, gym, now, params: { id_client }, body: { image } }) => {
      throwIfRefused(checkTemplatesAllowed(await lockBiometricsClient(tx, gym, id_client)))
      const content = Buffer.from(image, 'base64').subarray(0, maxFacePhotoBytes)
      await storeTemplate(
        tx,
        { gym, id: null, deviceName: null, seal, now, replaces: true },
        { id_client, pin: null },
        { ...facePhotoTemplateFields, content },
      )
      return readClientBiometrics(tx, gym, id_client, seal.keyName, now)
    },

    'biometrics.enrol': async ({ tx, gym, user, now, params: { id_client }, body }): Promise<Enrolment> => {
      const person = await lockBiometricsClient(tx, gym, id_client)
      // If the gym stores no templates, no consent is needed: the template stays on that terminal only.
      if (person.keeps) throwIfRefused(checkTemplatesAllowed(person))
      const row = (await listDevices(tx, gym)).find(({ id }) => id === body.id_device) ?? throwError('row.missing')
      const device = presence.show(gym, row, now)
      if (!device.connected) throwError('door.disconnected')
      const { kind, finger = defaultFingerNumber } = body
      return insertEnrolment(tx, gym, { device, person, kind, finger, user: user.id, now })
    },

    'biometrics.device': ({ tx, gym, today, params: { id_device } }) =>
      readDeviceBiometrics(tx, { gym, id: id_device, today }, seal.keyName),
  }
}
