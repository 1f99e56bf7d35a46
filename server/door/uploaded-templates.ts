import type { DoorService } from './door-service.ts'
import { storeTemplates } from './store-templates.ts'
import { requestAndResendTemplates, type UploadedTemplate } from './templates.ts'
import type { Terminal } from './terminals.ts'

export async function storeUploadedTemplates(
  door: DoorService,
  terminal: Terminal,
  templates: readonly UploadedTemplate[],
  now: Date,
): Promise<void> {
  if (templates.length === 0) return
  const { database, seal } = door.services
  const pins = templates.map(({ pin }) => pin)
  // Without the sealing key nothing can be stored. Once the key is back, the templates are requested again.
  if (seal.isMissing) return requestTemplatesAgain(door, terminal, pins)
  await database.write({ gym: terminal.gym, user: null }, (tx) => storeTemplates(tx, terminal, templates, seal, now))
}

/** Requests the templates of these PINs again, since they were enrolled or deleted at the terminal. */
export async function requestTemplatesAgain(
  door: DoorService,
  terminal: Terminal,
  pins: readonly string[],
): Promise<void> {
  if (pins.length === 0) return
  await door.services.database.write({ gym: terminal.gym, user: null }, (tx) =>
    requestAndResendTemplates(tx, terminal, pins),
  )
  door.invalidate(terminal)
}
