// Simulates a person's input: key by key, with pauses, double presses and Back. Tests use `locator.fill` only to
// prepare; the input that a test is about is typed by this class.
import type { Locator, Page } from '@playwright/test'

/** Milliseconds between two keys of an average typist. */
const humanPace = 70
const scannerPace = 8
/** Milliseconds between the two presses of an accidental double press. */
const twicePace = 150
/** Key codes of the keys that type no character. */
const named: Readonly<Record<string, number>> = { Enter: 13, Tab: 9 }

interface Typing {
  /** Milliseconds between two keys; the default is that of an average typist. */
  pace?: number
  /** Pauses once, `for` milliseconds, after so many typed characters. */
  pause?: { after: number; for: number }
}

export class SimulatedUser {
  /** The tab that receives the input. */
  page: Page
  /** Milliseconds between the last key typed by the person and the scanner's first key. */
  takingUp = 500
  #typing = false
  constructor(page: Page) {
    this.page = page
  }

  /** Types into the focused element. */
  async type(text: string, { pace = humanPace, pause }: Typing = {}): Promise<void> {
    this.#typing = true
    const keyboard = this.page.keyboard
    if (!pause) return keyboard.type(text, { delay: pace })
    await keyboard.type(text.slice(0, pause.after), { delay: pace })
    // Waits, because a test may need a pause within a word.
    await this.page.waitForTimeout(pause.for)
    await keyboard.type(text.slice(pause.after), { delay: pace })
  }

  /** Clicks a field, selects its content and types over it. */
  async write(field: Locator, text: string, typing: Typing = {}): Promise<void> {
    await field.click()
    await this.press('Control+a')
    await this.press('Delete')
    await this.type(text, typing)
  }

  /** Clicks a field, types over its content, and leaves the field by Tab. */
  async writeAndLeave(field: Locator, text: string, typing: Typing = {}): Promise<void> {
    await this.write(field, text, typing)
    await this.press('Tab')
  }

  /**
   * Types like a barcode scanner: a burst of keys that ends with Enter or Tab. Each key event contains its own press
   * time, so that a busy machine does not make it look typed by a person. `between` runs in the middle of the code.
   */
  async scan(code: string, end: 'Enter' | 'Tab' = 'Enter', between?: () => Promise<unknown>): Promise<void> {
    if (this.#typing) await this.page.waitForTimeout(this.takingUp)
    this.#typing = false
    await this.#timed(async (send) => {
      const half = Math.floor(code.length / 2)
      const typed = (from: number, to: number) =>
        [...code.slice(from, to)].map((key, at) => send(key, (from + at) * scannerPace))
      await Promise.all(typed(0, half))
      await between?.()
      await Promise.all([...typed(half, code.length), send(end, code.length * scannerPace)])
    })
  }

  /** Sends keys whose timestamps are relative to now, however late the page receives them. */
  async #timed(press: (send: (key: string, at: number) => Promise<unknown>) => Promise<unknown>): Promise<void> {
    const developer = await this.page.context().newCDPSession(this.page)
    const begun = Date.now() / 1000
    await press((key, at) => {
      const timestamp = begun + at / 1000
      const number = named[key]
      const text = key === 'Enter' ? '\r' : number ? '' : key
      const place = number ? { code: key, windowsVirtualKeyCode: number } : {}
      return Promise.all([
        developer.send('Input.dispatchKeyEvent', {
          type: text ? 'keyDown' : 'rawKeyDown',
          key,
          text,
          timestamp,
          ...place,
        }),
        developer.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: timestamp + 0.002, ...place }),
      ])
    })
    await developer.detach()
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Presses Enter twice; `between` can wait for the page before the second press. */
  async enterTwice(between?: () => Promise<unknown>): Promise<void> {
    await this.#timed(async (send) => {
      await send('Enter', 0)
      await between?.()
      await send('Enter', twicePace)
    })
  }

  async back(): Promise<void> {
    // Not page.goBack, which waits for a navigation that a confirmation dialog may block.
    await this.page.evaluate('history.back()')
  }

  /** Opens another tab of this browser and makes it the active one. */
  async openTab(address: string): Promise<Page> {
    const tab = await this.page.context().newPage()
    await tab.goto(address)
    this.page = tab
    return tab
  }

  /** Makes an open tab the active one. */
  async swapTo(tab: Page): Promise<void> {
    await tab.bringToFront()
    this.page = tab
  }
}

/** Milliseconds in a day. */
export const millisecondsPerDay = 86_400_000

/** Shifts the clock of pages opened later by `by` milliseconds, like a PC with an empty clock battery. */
export async function shiftPageClock(page: Page, by: number): Promise<void> {
  await page.addInitScript(`(() => {
    const Right = Date
    globalThis.Date = class extends Right {
      constructor(...parts) {
        if (parts.length === 0) super(Right.now() + ${by})
        else super(...parts)
      }
      static now() { return Right.now() + ${by} }
    }
  })()`)
}
