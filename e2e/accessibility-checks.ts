// Accessibility checks of the current page and its dialogs, in each theme and width: axe violations, and anything wider
// than the window.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const looks = {
  wide: { theme: 'dark', width: 1440 },
  narrow: { theme: 'light', width: 375 },
} as const
type Look = keyof typeof looks

const height = 800

/** The minified build of axe for injection into pages is less than half as large as the readable one. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Changes the theme as another tab would, and waits until the page is drawn in it. */
async function turn(page: Page, look: Look): Promise<void> {
  const { theme, width } = looks[look]
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate(`new Promise((drawn) => {
    localStorage.theme = '${theme}'
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }))
    requestAnimationFrame(() => requestAnimationFrame(drawn))
  })`)
}

/** Pattern of texts that must not wrap: an amount, a document number, a date. */
const whole = String.raw`[−+-]?\$[ \u00a0][\d,]+\.\d\d|N\.º[ \u00a0]\d+|\d\d?\/\d\d?\/\d{4}`

/** Returns the visible amounts, document numbers and dates that wrap onto a second line. */
const brokenIn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const broken = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const found of text.data.matchAll(/${whole}/g)) {
        const range = document.createRange()
        range.setStart(text, found.index)
        range.setEnd(text, found.index + found[0].length)
        const shown = [...range.getClientRects()].filter(({ width }) => width > 1)
        const lines = new Set(shown.map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(found[0] + ' of ' + text.data)
      }
    return broken
  })()`)

/** Returns the controls that are partly outside the window or their dialog and cannot be scrolled into it. */
const outIn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const place = [...document.querySelectorAll('[role=dialog]')].at(-1)
    const { left, right } = (place ?? document.documentElement).getBoundingClientRect()
    const scrolls = (part) => part !== null && (/auto|scroll/.test(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth || scrolls(part.parentElement))
    return [...(place ?? document.body).querySelectorAll('button, a, input, select, textarea, label')]
      .filter((each) => {
        const box = each.getBoundingClientRect()
        return box.width > 1 && (box.left < left - 1 || box.right > right + 1) && !scrolls(each.parentElement)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })()`)

/** Expects no violation and nothing wider than the window in these themes and widths. Waits until the page is still. */
export async function expectNoAccessibilityFault(
  page: Page,
  what: string,
  seen: readonly Look[] = ['narrow', 'wide'],
): Promise<void> {
  for (const look of seen) {
    await turn(page, look)
    const where = `${what}, ${look}`
    await expect(page.locator('[data-dimmed]')).toHaveCount(0)
    // Injects axe once per page, because AxeBuilder would inject it twice for each check.
    for (const frame of page.frames()) if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(axeSource)
    // Legacy mode needs no helper page for foreign frames. Only violations are reported.
    const axe = new AxeBuilder({ page, axeSource: 'null' }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
    )
    expect.soft(found, where).toEqual([])
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    // Polled, because elements attached to a field move one frame after the field has grown.
    await expect.soft.poll(overflow, `${where}: px wider than the window`).toBe(0)
  }
}

/** Expects amounts and numbers not to wrap, and all controls to be within the window. */
export async function expectNoOverflowOrWrap(page: Page, what: string): Promise<void> {
  expect.soft(await outIn(page), `${what}: out of it at a side`).toEqual([])
  expect.soft(await brokenIn(page), `${what}: broken by a line`).toEqual([])
}
