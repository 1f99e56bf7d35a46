// Translating a page in the browser wraps each text into additional elements, including texts added later.
import { expect, type Page } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findCombobox, findField, makeClient, makePlan, openScreen } from './gym-steps.ts'
import { findSaleDialog, waterBarcode } from './sale-dialog.ts'
import { stock } from './stock-steps.ts'

/** Changes text nodes as browser translation does: wraps them in two <font> elements, or replaces them. */
const translate = (page: Page, way: 'moved' | 'replaced') =>
  page.evaluate(`{
    const wrap = (text) => {
      const parent = text.parentElement
      if (!text.data.trim() || !parent || parent.closest('font, script, style, textarea')) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      inner.append(${way === 'replaced'} ? text.data : text)
    }
    const wrapAll = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(wrap)
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) node instanceof Text ? wrap(node) : wrapAll(node)
    }).observe(document.body, { childList: true, subtree: true })
  }`)

for (const way of ['moved', 'replaced'] as const)
  test(`translated page: forms keep working with texts ${way} @deep`, async ({ page, product, gym, hand }) => {
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    const drawer = await gym.api.call<{ id: number }>('POST', '/cash_drawers/', { name: 'Mostrador' })
    await gym.api.call('POST', '/cash_shifts/', { id_drawer: drawer.id, amount: '100.00' })
    await stock(gym, 'Agua', 9, { code: waterBarcode })
    await makeClient(gym, 'Ana Mota')
    await makePlan(gym, 'Anual', 365)
    await makePlan(gym, 'Mensual', 30)
    await openScreen(page, product, gym.api, '/cash-shifts')
    await page.getByRole('button', { name: 'Mostrador', exact: true }).click()

    await page.goto(`${product.address}/expenses/new`)
    const expense = page.getByRole('dialog', { name: 'Agregar Gasto' })
    await expect(expense).toBeVisible()
    await translate(page, way)
    await hand.write(findField(expense, 'Concepto'), 'Luz')
    await hand.write(findField(expense, 'Importe'), '50')
    for (const kind of ['Tarjeta', 'Efectivo', 'Transferencia'])
      await expense.getByText(kind, { exact: true }).first().click()
    await expect(findField(expense, 'Concepto')).toHaveValue('Luz')

    await page.goto(`${product.address}/billing`)
    await translate(page, way)
    await page.getByRole('button', { name: 'Vender producto' }).click()
    const sale = findSaleDialog(page)
    await hand.write(findCombobox(sale, 'Producto'), 'agua')
    await hand.press('Enter')
    await expect(sale).toContainText('Agua')
    await sale.getByRole('button', { name: 'Agregar membresía' }).click()
    for (const plan of ['mensual', 'anual', 'mensual']) {
      await hand.write(findCombobox(sale, 'Plan'), plan)
      await hand.press('Enter')
      await expect(sale).toBeVisible()
    }
    expect(failures).toEqual([])
  })
