// Kinds of goods and services bought, as in form 606; names are short enough for a select on a phone.
import { z } from 'zod'

export const goodsKinds = {
  '01': 'Gastos de personal',
  '02': 'Suministros y servicios',
  '03': 'Arrendamientos',
  '04': 'Gastos de activos fijos',
  '05': 'Gastos de representación',
  '06': 'Otras deducciones admitidas',
  '07': 'Gastos financieros',
  '08': 'Gastos extraordinarios',
  '09': 'Compras del costo de venta',
  '10': 'Adquisiciones de activos',
  '11': 'Gastos de seguros',
} as const satisfies Record<string, string>

/** Code of two digits; 9 is read as `09`. */
export const twoDigitCodeSchema = z
  .union([z.number().int(), z.string().max(2)])
  .transform((typed) => String(typed).trim().padStart(2, '0'))

export const purchaseGoodsKind = '09'

/** Default kind by expense category; the user may choose another one. */
export const defaultGoodsKindByCategory: Readonly<Record<string, keyof typeof goodsKinds>> = {
  Alquiler: '03',
  'Electricidad y agua': '02',
  'Internet y teléfono': '02',
  Nómina: '01',
  Limpieza: '02',
  Mantenimiento: '02',
  Equipos: '04',
  Publicidad: '02',
  Impuestos: '06',
  Otros: '06',
}
