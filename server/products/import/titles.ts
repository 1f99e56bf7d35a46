// What people and programs call the columns of a list of products, in Spanish and English.
import type { ProductColumn } from '@torniquete/contract/product-import.ts'
import type { Titles } from '../../file-import/headings.ts'

export const productTitles: Titles<ProductColumn> = {
  name: 'name',
  // Many shops call a product's name its description, and its bar code beside a code of their own.
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
      'precio de venta|precio venta|precio al publico|precio publico|precio al detalle|precio detalle|precio final|precio de lista|precio lista|pvp|p v p|p venta|venta|precio|precios|precio 1|precio unitario|p unitario|precio unit|sale price|selling price|retail price|unit price|price|variant price|tarifa|valor',
    ],
    [
      'cost',
      'costo|costos|coste|costo unitario|coste unitario|costo unit|ultimo costo|costo promedio|costo de compra|precio de compra|precio compra|ultimo precio de compra|precio de costo|precio costo|precio coste|p compra|p costo|compra|cost|unit cost|cost price|purchase price|cost per item|average cost|last cost|buying price',
    ],
    [
      'quantity',
      'existencia|existencias|existencia actual|en existencia|stock|stock actual|cantidad|cantidades|cantidad actual|cantidad en existencia|cant|inventario|inventario inicial|inventario actual|disponible|disponibles|unidades|saldo|conteo|conteo fisico|quantity|qty|quantity on hand|qty on hand|on hand|in stock|stock on hand|stock quantity|available|count|inventory|inventory quantity',
    ],
    [
      'min_quantity',
      'cantidad minima|minimo|min|stock minimo|existencia minima|inventario minimo|punto de reorden|punto de pedido|reorden|alerta|min quantity|minimum quantity|minimum|min stock|minimum stock|low stock|reorder level|reorder point',
    ],
    [
      'unit_of_measure',
      'unidad|unidad de medida|unidad medida|und|um|u m|medida|presentacion|empaque|unit|unit of measure|uom|measure|packaging',
    ],
    ['description', 'descripcion|detalle|detalles|description|notas|nota|tamano|contenido|size'],
    [
      'description',
      'categoria|categorias|departamento|familia|linea|grupo|tipo|marca|rubro|category|department|family|group|type|brand|product category',
    ],
  ],
  endings: / (rd|dop|producto|articulo|itbis|con itbis|itbis incluido|und|unidades|unidad)$/,
  days: [],
  numbers: ['sale_price', 'cost', 'quantity', 'min_quantity'],
}
