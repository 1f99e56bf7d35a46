import type { Services } from '../services.ts'
import { storeTemplates } from './template-store.ts'
import { requestTemplates, type UploadedTemplate } from './templates.ts'
import type { Terminal } from './terminals.ts'

type IntakeServices = Pick<Services, 'database' | 'seal'>

export class TemplateIntake {
  readonly #services: IntakeServices
  readonly #invalidate: (terminal: Terminal) => void

  constructor(services: IntakeServices, invalidate: (terminal: Terminal) => void) {
    this.#services = services
    this.#invalidate = invalidate
  }

  async store(terminal: Terminal, templates: readonly UploadedTemplate[], now: Date): Promise<void> {
    if (templates.length === 0) return
    const { database, seal } = this.#services
    // Without the sealing key nothing can be stored. The terminal is asked again once it is back.
    if (seal.isMissing)
      return this.requestAgain(
        terminal,
        templates.map(({ pin }) => pin),
      )
    await database.write({ gym: terminal.gym, user: null }, (tx) => storeTemplates(tx, terminal, templates, seal, now))
  }

  /** Requests the templates of these PINs again, since they were enrolled or deleted at the terminal. */
  async requestAgain(terminal: Terminal, pins: readonly string[]): Promise<void> {
    if (pins.length === 0) return
    await this.#services.database.write({ gym: terminal.gym, user: null }, (tx) => requestTemplates(tx, terminal, pins))
    this.#invalidate(terminal)
  }
}
