import { expect, test } from 'vitest'
import { listSealedSecretWarnings } from './StatusPage.tsx'

const none = { biometrics: 0, channels: 0, certificates: 0 }

test('encryption text: states which secrets cannot be decrypted, and on which servers', () => {
  expect(listSealedSecretWarnings({ missing: false, unreadable: none, servers: [] })).toEqual([])
  const [missing] = listSealedSecretWarnings({
    missing: true,
    unreadable: { ...none, biometrics: 12, channels: 1 },
    servers: [],
  })
  expect(missing).toMatchObject({ color: 'red', text: expect.stringContaining('(12 huellas o rostros y 1 canal') })
  const [other] = listSealedSecretWarnings({ missing: false, unreadable: { ...none, channels: 2 }, servers: [] })
  expect(other).toMatchObject({ color: 'yellow', text: expect.stringContaining('otra clave: 2 canales de mensajes.') })
  expect(listSealedSecretWarnings({ missing: false, unreadable: none, servers: ['uno', 'dos'] })).toMatchObject([
    { color: 'red', text: expect.stringMatching(/^uno, dos: otra BIOMETRICS_KEY/) },
  ])
})
