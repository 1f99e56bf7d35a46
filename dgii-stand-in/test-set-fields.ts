// Elements of DGII's XML documents in their order, for documents whose values DGII prescribes. An asterisk marks elements
// that repeat. Source: XSD files of e-CF v1.0 (types 31 to 47), RFCE v1.0 and ACECF v1.0.

export interface FieldNode {
  tag: string
  repeats: boolean
  children: FieldNode[]
}

const receipt = `
ECF
  Encabezado
    Version
    IdDoc
      TipoeCF eNCF IndicadorNotaCredito FechaVencimientoSecuencia IndicadorEnvioDiferido IndicadorMontoGravado
      IndicadorServicioTodoIncluido TipoIngresos TipoPago FechaLimitePago TerminoPago
      TablaFormasPago
        FormaDePago*
          FormaPago MontoPago
      TipoCuentaPago NumeroCuentaPago BancoPago FechaDesde FechaHasta TotalPaginas
    Emisor
      RNCEmisor RazonSocialEmisor NombreComercial Sucursal DireccionEmisor Municipio Provincia
      TablaTelefonoEmisor
        TelefonoEmisor*
      CorreoEmisor WebSite ActividadEconomica CodigoVendedor NumeroFacturaInterna NumeroPedidoInterno ZonaVenta
      RutaVenta InformacionAdicionalEmisor FechaEmision
    Comprador
      RNCComprador IdentificadorExtranjero RazonSocialComprador ContactoComprador CorreoComprador DireccionComprador
      MunicipioComprador ProvinciaComprador PaisComprador FechaEntrega ContactoEntrega DireccionEntrega
      TelefonoAdicional FechaOrdenCompra NumeroOrdenCompra CodigoInternoComprador ResponsablePago
      InformacionAdicionalComprador
    InformacionesAdicionales
      FechaEmbarque NumeroEmbarque NumeroContenedor NumeroReferencia NombrePuertoEmbarque CondicionesEntrega TotalFob
      Seguro Flete OtrosGastos TotalCif RegimenAduanero NombrePuertoSalida NombrePuertoDesembarque PesoBruto PesoNeto
      UnidadPesoBruto UnidadPesoNeto CantidadBulto UnidadBulto VolumenBulto UnidadVolumen
    Transporte
      ViaTransporte PaisOrigen DireccionDestino PaisDestino RNCIdentificacionCompaniaTransportista
      NombreCompaniaTransportista NumeroViaje Conductor DocumentoTransporte Ficha Placa RutaTransporte ZonaTransporte
      NumeroAlbaran
    Totales
      MontoGravadoTotal MontoGravadoI1 MontoGravadoI2 MontoGravadoI3 MontoExento ITBIS1 ITBIS2 ITBIS3 TotalITBIS
      TotalITBIS1 TotalITBIS2 TotalITBIS3 MontoImpuestoAdicional
      ImpuestosAdicionales
        ImpuestoAdicional*
          TipoImpuesto TasaImpuestoAdicional MontoImpuestoSelectivoConsumoEspecifico
          MontoImpuestoSelectivoConsumoAdvalorem OtrosImpuestosAdicionales
      MontoTotal MontoNoFacturable MontoPeriodo SaldoAnterior MontoAvancePago ValorPagar TotalITBISRetenido
      TotalISRRetencion TotalITBISPercepcion TotalISRPercepcion
    OtraMoneda
      TipoMoneda TipoCambio MontoGravadoTotalOtraMoneda MontoGravado1OtraMoneda MontoGravado2OtraMoneda
      MontoGravado3OtraMoneda MontoExentoOtraMoneda TotalITBISOtraMoneda TotalITBIS1OtraMoneda TotalITBIS2OtraMoneda
      TotalITBIS3OtraMoneda MontoImpuestoAdicionalOtraMoneda
      ImpuestosAdicionalesOtraMoneda
        ImpuestoAdicionalOtraMoneda*
          TipoImpuestoOtraMoneda TasaImpuestoAdicionalOtraMoneda MontoImpuestoSelectivoConsumoEspecificoOtraMoneda
          MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda OtrosImpuestosAdicionalesOtraMoneda
      MontoTotalOtraMoneda
  DetallesItems
    Item*
      NumeroLinea
      TablaCodigosItem
        CodigosItem*
          TipoCodigo CodigoItem
      IndicadorFacturacion
      Retencion
        IndicadorAgenteRetencionoPercepcion MontoITBISRetenido MontoISRRetenido
      NombreItem IndicadorBienoServicio DescripcionItem CantidadItem UnidadMedida CantidadReferencia UnidadReferencia
      TablaSubcantidad
        SubcantidadItem*
          Subcantidad CodigoSubcantidad
      GradosAlcohol PrecioUnitarioReferencia FechaElaboracion FechaVencimientoItem
      Mineria
        PesoNetoKilogramo PesoNetoMineria TipoAfiliacion Liquidacion
      PrecioUnitarioItem DescuentoMonto
      TablaSubDescuento
        SubDescuento*
          TipoSubDescuento SubDescuentoPorcentaje MontoSubDescuento
      RecargoMonto
      TablaSubRecargo
        SubRecargo*
          TipoSubRecargo SubRecargoPorcentaje MontoSubRecargo
      TablaImpuestoAdicional
        ImpuestoAdicional*
          TipoImpuesto
      OtraMonedaDetalle
        PrecioOtraMoneda DescuentoOtraMoneda RecargoOtraMoneda MontoItemOtraMoneda
      MontoItem
  Subtotales
    Subtotal*
      NumeroSubTotal DescripcionSubtotal Orden SubTotalMontoGravadoTotal SubTotalMontoGravadoI1 SubTotalMontoGravadoI2
      SubTotalMontoGravadoI3 SubTotaITBIS SubTotaITBIS1 SubTotaITBIS2 SubTotaITBIS3 SubTotalImpuestoAdicional
      SubTotalExento MontoSubTotal Lineas
  DescuentosORecargos
    DescuentoORecargo*
      NumeroLinea TipoAjuste IndicadorNorma1007 DescripcionDescuentooRecargo TipoValor ValorDescuentooRecargo
      MontoDescuentooRecargo MontoDescuentooRecargoOtraMoneda IndicadorFacturacionDescuentooRecargo
  Paginacion
    Pagina*
      PaginaNo NoLineaDesde NoLineaHasta SubtotalMontoGravadoPagina SubtotalMontoGravado1Pagina
      SubtotalMontoGravado2Pagina SubtotalMontoGravado3Pagina SubtotalExentoPagina SubtotalItbisPagina
      SubtotalItbis1Pagina SubtotalItbis2Pagina SubtotalItbis3Pagina SubtotalImpuestoAdicionalPagina
      SubtotalImpuestoAdicional
        SubtotalImpuestoSelectivoConsumoEspecificoPagina SubtotalOtrosImpuesto
      MontoSubtotalPagina SubtotalMontoNoFacturablePagina
  InformacionReferencia
    NCFModificado RNCOtroContribuyente FechaNCFModificado CodigoModificacion RazonModificacion
  FechaHoraFirma`

const summary = `
RFCE
  Encabezado
    Version
    IdDoc
      TipoeCF eNCF TipoIngresos TipoPago
      TablaFormasPago
        FormaDePago*
          FormaPago MontoPago
    Emisor
      RNCEmisor RazonSocialEmisor FechaEmision
    Comprador
      RNCComprador IdentificadorExtranjero RazonSocialComprador
    Totales
      MontoGravadoTotal MontoGravadoI1 MontoGravadoI2 MontoGravadoI3 MontoExento TotalITBIS TotalITBIS1 TotalITBIS2
      TotalITBIS3 MontoImpuestoAdicional
      ImpuestosAdicionales
        ImpuestoAdicional*
          TipoImpuesto MontoImpuestoSelectivoConsumoEspecifico MontoImpuestoSelectivoConsumoAdvalorem
          OtrosImpuestosAdicionales
      MontoTotal MontoNoFacturable MontoPeriodo
    CodigoSeguridadeCF`

const approval = `
ACECF
  DetalleAprobacionComercial
    Version RNCEmisor eNCF FechaEmision MontoTotal RNCComprador Estado DetalleMotivoRechazo FechaHoraAprobacionComercial`

/** Reads a table above: a line with deeper lines below it is their parent; other lines list elements with values. */
function readTable(table: string): FieldNode {
  const top: FieldNode = { tag: '', repeats: false, children: [] }
  const open: FieldNode[] = [top]
  const lines = table.trim().split('\n')
  const measure = (line = ''): number => line.search(/\S/) / 2
  for (const [index, line] of lines.entries()) {
    const depth = measure(line)
    const made = line.trim().split(' ').map(readElement)
    open.length = depth + 1
    open[depth]?.children.push(...made)
    const [parent] = made
    if (parent && measure(lines[index + 1]) > depth) open[depth + 1] = parent
  }
  const [root] = top.children
  if (!root) throw new Error('an empty table')
  return root
}

const readElement = (word: string): FieldNode => ({
  tag: word.replace('*', ''),
  repeats: word.endsWith('*'),
  children: [],
})

export const testSetFieldTrees = { ECF: readTable(receipt), RFCE: readTable(summary), ACECF: readTable(approval) }
