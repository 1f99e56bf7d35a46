// Uploads of templates (fingers and faces) of terminals of both dialects.
import type { Services } from '../services.ts'
import { storeTemplates } from './template-store.ts'
import { requestReadings, type UploadedTemplate } from './templates.ts'
import type { Terminal } from './terminals.ts'

type IntakeServices = Pick<Services, 'database' | 'seal'>

export class TemplateIntake {
  readonly #services: IntakeServices
  readonly #unsettle: (terminal: Terminal) => void

  constructor(services: IntakeServices, unsettle: (terminal: Terminal) => void) {
    this.#services = services
    this.#unsettle = unsettle
  }

  async uploaded(terminal: Terminal, templates: readonly UploadedTemplate[], now: Date): Promise<void> {
    if (templates.length === 0) return
    const { database, seal } = this.#services
    // Without the sealing key nothing can be stored; once it is back the terminal is asked again.
    if (seal.isMissing)
      return this.changed(
        terminal,
        templates.map(({ pin }) => pin),
      )
    await database.write({ gym: terminal.gym, user: null }, (tx) => storeTemplates(tx, terminal, templates, seal, now))
  }

  /** Templates of these numbers were enrolled or deleted at the terminal: it is asked for them again. */
  async changed(terminal: Terminal, pins: readonly string[]): Promise<void> {
    if (pins.length === 0) return
    await this.#services.database.write({ gym: terminal.gym, user: null }, (tx) => requestReadings(tx, terminal, pins))
    this.#unsettle(terminal)
  }
}
