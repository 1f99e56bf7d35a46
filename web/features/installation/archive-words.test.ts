import type { BackupStatus } from '@torniquete/contract/backup.ts'
import { expect, test } from 'vitest'
import { archiveWords } from './archive-words.ts'

const told = (archive: BackupStatus['archive']) =>
  archiveWords(
    {
      by_itself: true,
      last_at: null,
      bytes: null,
      next_at: null,
      overdue: false,
      trouble: null,
      rehearsal: null,
      bucket: null,
      archive,
    },
    'America/Santo_Domingo',
  )

test('up to when what is written is archived, that it is not any more, and nothing where nobody wants it', () => {
  const reaches = '2026-11-21T08:10:00Z'
  expect(told(null)).toBeNull()
  expect(told({ reaches: null, overdue: false })).toBeNull()
  expect(told({ reaches, overdue: false })).toEqual({
    color: null,
    text: 'Archivado entre copia y copia: hasta el 21/11/2026 04:10',
  })
  expect(told({ reaches, overdue: true })).toMatchObject({
    color: 'yellow',
    text: expect.stringMatching(/^Desde el 21\/11\/2026 04:10 no se archiva/),
  })
  expect(told({ reaches: null, overdue: true })?.text).toMatch(/^No se archiva/)
})
