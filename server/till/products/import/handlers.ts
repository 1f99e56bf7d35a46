import { fiscalProductColumns, type ProductColumn, productColumns } from '@torniquete/contract/till/product-import.ts'
import {
  FileImportHandlers,
  type ImportDefinition,
  type ImportServices,
} from '../../../platform/file-import/file-imports.ts'
import type { ColumnTitles } from '../../../platform/file-import/headings.ts'
import type { OwnTransactionHandlers } from '../../../platform/http/handler-types.ts'
import { insertImportedProducts, listExistingProducts } from './queries.ts'
import { makeProductRowRules, type NewProductRow, type ProductImportSummary } from './validate-product-row.ts'

// Column titles in Spanish and English.
export const productColumnTitles: ColumnTitles<ProductColumn> = {
  name: 'name',
  // Accepts other titles too: many shops call the name a description, and have a bar code beside their own code.
  words: [
    [
      'name',
      'nombre|nombre del producto|nombre producto|nombre de producto|nombre del articulo|nombre articulo|nombre corto|producto|productos|articulo|articulos|mercancia|item|name|product|product name|item name|title',
    ],
    [
      'name',
      'descripcion del producto|descripcion producto|descripcion del articulo|descripcion articulo|descripcion|detalle|concepto|description|product description|item description',
    ],
    [
      'code',
      'codigo de barras|codigo de barra|codigo barras|codigo barra|cod barras|cod barra|cod de barras|cod de barra|barras|barra|ean|ean13|ean 13|upc|gtin|barcode|bar code|barcodes',
    ],
    [
      'code',
      'codigo|cod|codigo del producto|codigo de producto|codigo producto|codigo articulo|codigo del articulo|cod producto|cod articulo|codigo interno|sku|referencia|ref|clave|id producto|plu|code|product code|item code|item number|item no|reference|handle',
    ],
    [
      'sale_price',
      'precio de venta|precio venta|precio al publico|precio publico|pvp|p v p|p venta|precio final|precio al detalle|precio detalle|precio|precios|precio 1|sale price|selling price|retail price|price|variant price|precio de lista|precio lista|precio unitario|p unitario|precio unit|unit price|tarifa|venta|valor',
    ],
    [
      'cost',
      'costo unitario|coste unitario|costo unit|costo|costos|coste|ultimo costo|costo promedio|costo de compra|precio de compra|precio compra|ultimo precio de compra|precio de costo|precio costo|precio coste|p compra|p costo|unit cost|cost per item|cost price|cost|purchase price|average cost|last cost|buying price|compra',
    ],
    [
      'quantity',
      'existencia actual|existencia|existencias|en existencia|cantidad en existencia|stock actual|stock|cantidad actual|inventario actual|disponible|disponibles|saldo|inventario|quantity on hand|qty on hand|stock on hand|on hand|in stock|stock quantity|inventory quantity|available|inventory|conteo fisico|conteo|count|cantidad|cantidades|cant|unidades|quantity|qty|inventario inicial',
    ],
    [
      'min_quantity',
      'cantidad minima|minimo|min|stock minimo|existencia minima|inventario minimo|punto de reorden|punto de pedido|reorden|alerta|min quantity|minimum quantity|minimum|min stock|minimum stock|low stock|reorder level|reorder point',
    ],
    [
      'unit_of_measure',
      'unidad|unidad de medida|unidad medida|und|um|u m|medida|presentacion|empaque|unit|unit of measure|uom|measure|packaging',
    ],
    [
      'tax_class',
      'itbis|tasa itbis|tasa de itbis|porcentaje itbis|porcentaje de itbis|clase de itbis|tax class|tax rate',
    ],
    ['description', 'descripcion|detalle|detalles|description|notas|nota|tamano|contenido|size'],
    [
      'description',
      'categoria|categorias|departamento|familia|linea|grupo|tipo|marca|rubro|category|department|family|group|type|brand|product category',
    ],
  ],
  endings: / (rd|dop|producto|articulo|itbis|con itbis|itbis incluido|und|unidades|unidad)$/,
  days: [],
}

const productImport: ImportDefinition<ProductColumn, NewProductRow, ProductImportSummary> = {
  call: 'products.import',
  titles: productColumnTitles,
  fields: Object.keys(productColumns) as ProductColumn[], // typed as string[], but these are the object's keys
  fiscalFields: fiscalProductColumns,
  judgement: async (tx, gym) => makeProductRowRules(await listExistingProducts(tx, gym)),
  write: (tx, user, { rows, file }, { now }) => insertImportedProducts(tx, user, { rows, file, now }),
  texts: {
    present: 'Todos los productos de este archivo ya están en el inventario.',
    rejectedFileName: 'Productos por corregir',
  },
}

export function makeProductImportHandlers(
  services: ImportServices,
): Pick<OwnTransactionHandlers, 'products.import' | 'products.import-rejected'> {
  const { bring, rejected } = new FileImportHandlers(services, productImport)
  return { 'products.import': bring, 'products.import-rejected': rejected }
}
