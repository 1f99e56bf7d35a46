// A book in Excel with a sheet a month, and two members of one name in it.
import { expect } from '@playwright/test'
import { workbookOf } from '../server/testing/workbook.ts'
import { expectNoBarrier } from './barriers.ts'
import { test } from './product.ts'
import { enter, listClients } from './scenes.ts'

const head = ['Nombre', 'Teléfono', 'Vence']
const book = () =>
  workbookOf(
    { name: 'Portada', rows: [['GIMNASIO QUISQUEYA'], ['Libro de socios']] },
    {
      name: 'Enero',
      rows: [
        head,
        ['Ana Peña', '809-555-0001', { day: '2030-12-31' }],
        ['Ana Peña', '829-555-0002', { day: '2030-12-31' }],
        ['Ana Peña', null, { day: '2031-06-30' }],
      ],
    },
    { name: 'Febrero', rows: [head, ['Luis Mota', null, { day: '2030-12-31' }]] },
  )

for (const width of [1440, 375])
  test(`the sheet of people is read, another is chosen, and whose a row is that nobody knows is seen at once, ${width} px`, {
    tag: '@deep',
  }, async ({ page, product, gym, hand }) => {
    await page.setViewportSize({ width, height: 800 })
    await enter(page, product, gym.api, '/clients/import')
    const dialog = page.getByRole('dialog', { name: 'Importar clientes' })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'socios.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await book(),
    })
    await expect(dialog.getByText('Se agregarán 2 clientes, 2 con membresía.')).toBeVisible()
    await expect(
      dialog.getByText(
        'Fila 4, Ana Peña: Hay 2 de ese nombre, y no se sabe de cuál es: escribe su teléfono o su número',
      ),
    ).toBeVisible()
    await expect(dialog.getByText('La fila 1 son los títulos: no se importa.')).toBeVisible()
    await expectNoBarrier(page, 'an import of several sheets')
    const sheet = dialog.getByRole('combobox', { name: 'Hoja' })
    await expect(sheet.locator('option:checked')).toHaveText('Enero')
    // By keyboard: the first letter of its name.
    await sheet.focus()
    await hand.type('F')
    await expect(dialog.getByText('Se agregará 1 cliente, 1 con membresía.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Importar 1 cliente' }).click()
    await expect(page.getByText('1 cliente importado', { exact: true })).toBeVisible()
    expect((await listClients(gym)).items.map(({ name }) => name)).toEqual(['Luis Mota'])
  })
