// Fiscal settings of a gym, ranges of receipt numbers, and monthly reports.
import { z } from 'zod'
import { defineArea, defineCreate, defineDelete, defineGet, definePost, definePut } from '../shared/define-area.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles, staffRoles, superAdminOnly } from '../shared/roles.ts'
import {
  countSchema,
  id,
  idInPath,
  moneyText,
  optionalDay,
  optionalLine,
  positiveMoneyInput,
  textLine,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport } from '../shared/workbooks.ts'
import { defaultNamedBuyerThreshold } from './buyer-texts.ts'
import { twoDigitCodeSchema } from './do/goods-kinds.ts'
import { rangeStatuses } from './do/receipt-numbers.ts'
import { voidedNumberReasons } from './do/report-codes.ts'
import { makeMonthlyReportSchema, reportMonthSchema } from './do/report-rows.ts'
import { consumerReceiptsWorkbook, purchasesWorkbook, salesWorkbook, voidedWorkbook } from './do/report-workbooks.ts'
import { ReceivedReceipt, ReceivedReceiptChange } from './purchase-receipts.ts'
import { countries, optionalLegalName, optionalTaxId, signingCertificateErrors } from './receipts.ts'

export const fiscalModes = ['paper', 'electronic'] as const
export const dgiiEnvironments = ['test', 'certification', 'production'] as const

const basics = {
  country: z.enum(countries),
  mode: z.enum(fiscalModes),
  prices_include_tax: z.boolean(),
}

/** Certificate that signs electronic receipts; its private key is never answered. */
export const FiscalCertificate = z.object({ subject: z.string(), valid_until: timestamp })
export type FiscalCertificate = z.infer<typeof FiscalCertificate>

/**
 * Super admins read all fields; others only `country`, `mode` and `prices_include_tax`, and `contingency_since` during
 * a contingency.
 */
export const FiscalSettings = z.object({
  ...basics,
  tax_id: z.string().nullable().optional(),
  legal_name: z.string().nullable().optional(),
  trade_name: z.string().nullable().optional(),
  branch: z.string().nullable().optional(),
  address: z.string().nullable().optional(),
  municipality: z.string().nullable().optional(),
  province: z.string().nullable().optional(),
  environment: z.enum(dgiiEnvironments).optional(),
  /** Total from which a consumer receipt must name its buyer. */
  buyer_from: moneyText.optional(),
  certificate: FiscalCertificate.nullable().optional(),
  /** Time since which receipts are numbered by hand in series B, because electronic ones cannot be issued. */
  contingency_since: timestamp.nullable().optional(),
  /** Present if a value is unusual but accepted. */
  warnings: z.array(z.object({ field: z.string(), msg: z.string() })).optional(),
})
export type FiscalSettings = z.infer<typeof FiscalSettings>

/** Identity that receipts print. */
export const FiscalIssuer = z.object({
  tax_id: z.string(),
  legal_name: z.string(),
  trade_name: z.string().nullable(),
  branch: z.string().nullable(),
  address: z.string().nullable(),
  municipality: z.string().nullable(),
  province: z.string().nullable(),
})
export type FiscalIssuer = z.infer<typeof FiscalIssuer>

/** Settings of gyms that have set none. */
export const defaultFiscalSettings = {
  country: 'none',
  mode: 'paper',
  prices_include_tax: true,
  tax_id: null,
  legal_name: null,
  trade_name: null,
  branch: null,
  address: null,
  municipality: null,
  province: null,
  environment: 'test',
  buyer_from: defaultNamedBuyerThreshold,
  contingency_since: null,
} as const satisfies FiscalSettings

export const FiscalSettingsChange = z
  .object({
    ...basics,
    prices_include_tax: z.literal(true, 'Por ahora los precios incluyen el impuesto'),
    tax_id: optionalTaxId,
    legal_name: optionalLegalName,
    trade_name: optionalLine(150),
    branch: optionalLine(100),
    address: optionalLine(200),
    municipality: optionalLine(100),
    province: optionalLine(100),
    environment: z.enum(dgiiEnvironments),
    buyer_from: positiveMoneyInput,
    /** Switches contingency on or off: sales get numbers of series B, which electronic receipts replace afterwards. */
    contingency: z.boolean(),
  })
  .partial()

/** Numbers travel as texts of the sequence, such as `B0200000001`. */
export const FiscalRange = z.object({
  id,
  type: z.string(),
  /** Environment of the tax office in which numbers of series E are valid. */
  environment: z.enum(dgiiEnvironments).optional(),
  from: z.string(),
  to: z.string(),
  /** Next number to be given. */
  next: z.string(),
  left: countSchema,
  expires_on: z.string().nullable(),
  authorization: z.string().nullable(),
  status: z.enum(rangeStatuses),
  /** True after a restore, until an administrator confirms the next number. */
  needs_confirmation: z.boolean(),
  /** True if few numbers or days are left. */
  is_running_out: z.boolean(),
})
export type FiscalRange = z.infer<typeof FiscalRange>

export const NewFiscalRange = z.object({
  type: textLine(3),
  from: textLine(13),
  to: textLine(13),
  /** Defaults to 31 December of next year; ignored for types that do not expire. */
  expires_on: optionalLine(35).optional(),
  authorization: optionalLine(50).optional(),
})

export const NewVoidedNumber = z.object({
  ncf: textLine(13),
  /** Reason, 01 to 10. */
  kind: twoDigitCodeSchema.refine((code) => Object.hasOwn(voidedNumberReasons, code), 'Elige un motivo del 01 al 10'),
  date: optionalDay.optional(),
})

const reportQuery = z.object({ month: reportMonthSchema })

export const fiscalArea = defineArea(
  {
    'fiscal.settings': defineGet(
      staffRoles,
      '/fiscal/settings',
      'Get the fiscal settings; all fields for super admins only',
      {
        answer: FiscalSettings,
      },
    ),
    'fiscal.set-settings': definePut(superAdminOnly, '/fiscal/settings', 'Change the fiscal settings', {
      body: FiscalSettingsChange,
      answer: FiscalSettings,
      errors: ['fiscal.numbers-used', 'fiscal.range-overlap', ...signingCertificateErrors],
    }),
    'fiscal.upload-certificate': definePost(
      superAdminOnly,
      '/fiscal/certificate',
      'Upload the certificate that signs electronic receipts: multipart fields `file` (.p12) and `password`',
      {
        transaction: false,
        bodyType: 'multipart',
        answer: FiscalCertificate,
        errors: ['fiscal.off', 'seal.missing'],
      },
    ),
    'fiscal.issuer': defineGet(staffRoles, '/fiscal/issuer', 'Get the issuer’s identity as printed on receipts', {
      answer: FiscalIssuer.nullable(),
    }),
    'fiscal.buyer': defineGet(staffRoles, '/fiscal/buyers/{tax_id}', 'Find the name of a buyer by RNC or cédula', {
      params: z.object({ tax_id: textLine(20) }),
      answer: z.object({ tax_id: z.string(), legal_name: z.string().nullable() }),
      shows: ['clients', 'suppliers'],
    }),
    'fiscal.ranges': defineGet(superAdminOnly, '/fiscal/ranges', 'List ranges of receipt numbers, newest first', {
      answer: z.array(FiscalRange),
      shows: ['sales', 'payments', 'voids'],
    }),
    'fiscal.create-range': defineCreate(
      superAdminOnly,
      '/fiscal/ranges',
      'Register an authorised range of receipt numbers',
      {
        body: NewFiscalRange,
        answer: FiscalRange,
        errors: ['fiscal.range-overlap', 'fiscal.off'],
      },
    ),
    'fiscal.cancel-range': definePost(superAdminOnly, '/fiscal/ranges/{id}/cancel', 'Cancel the rest of a range', {
      answer: FiscalRange,
      errors: ['fiscal.range-cancelled'],
    }),
    'fiscal.confirm-range': definePost(
      superAdminOnly,
      '/fiscal/ranges/{id}/confirm',
      'Confirm the next number after a restore',
      {
        body: z.object({ next: textLine(13) }),
        answer: FiscalRange,
        errors: ['fiscal.range-cancelled', 'fiscal.range-confirmed'],
      },
    ),
    'fiscal.purchases-report': defineGet(
      adminRoles,
      '/fiscal/reports/606',
      'List the purchases of a month for form 606',
      {
        query: reportQuery,
        answer: makeMonthlyReportSchema(606),
        shows: ['purchases', 'expenses', 'suppliers'],
        errors: ['fiscal.off'],
      },
    ),
    'fiscal.purchases-export': defineExport('/fiscal/reports/606/', adminRoles, reportQuery, purchasesWorkbook),
    'fiscal.sales-report': defineGet(adminRoles, '/fiscal/reports/607', 'List the sales of a month for form 607', {
      query: reportQuery,
      answer: makeMonthlyReportSchema(607),
      shows: ['sales', 'payments', 'voids'],
      errors: ['fiscal.off'],
    }),
    'fiscal.sales-export': defineExport('/fiscal/reports/607/', adminRoles, reportQuery, salesWorkbook),
    'fiscal.consumer-export': defineExport(
      '/fiscal/reports/607/consumer/',
      adminRoles,
      reportQuery,
      consumerReceiptsWorkbook,
    ),
    'fiscal.voided-report': defineGet(
      adminRoles,
      '/fiscal/reports/608',
      'List the voided numbers of a month for form 608',
      {
        query: reportQuery,
        answer: makeMonthlyReportSchema(608),
        errors: ['fiscal.off'],
      },
    ),
    'fiscal.voided-export': defineExport('/fiscal/reports/608/', adminRoles, reportQuery, voidedWorkbook),
    'fiscal.report-file': defineGet(
      adminRoles,
      '/fiscal/reports/{code}/file',
      'Download the text file of a monthly report',
      {
        params: z.object({ code: z.enum(['606', '607', '608']) }),
        query: reportQuery,
        transaction: false,
        answer: 'raw',
        errors: ['fiscal.off'],
      },
    ),
    'fiscal.void-number': defineCreate(
      adminRoles,
      '/fiscal/voided-numbers',
      'Enter a number that was taken out of use',
      {
        body: NewVoidedNumber,
        answer: z.object({ id, ncf: z.string(), kind: z.string(), date: z.string() }),
        errors: ['fiscal.number-used', 'fiscal.off'],
      },
    ),
    'fiscal.delete-voided-number': defineDelete(
      adminRoles,
      '/fiscal/voided-numbers/{id}',
      'Remove a number that was entered as taken out of use by mistake',
      { answer: null },
    ),
    'fiscal.edit-received': definePut(
      adminRoles,
      '/fiscal/purchase-receipts/{kind}/{id}',
      'Complete the seller’s receipt of a booked purchase or expense',
      {
        params: z.object({ kind: z.enum(['purchase', 'expense']), id: idInPath }),
        body: ReceivedReceiptChange,
        answer: ReceivedReceipt,
        changes: ['purchases', 'expenses'],
        errors: ['fiscal.off', 'fiscal.ncf-taken', 'bill.voided'],
      },
    ),
  },
  {
    history: {
      fiscal_settings: {
        object: 'los datos fiscales',
        fields: {
          country: 'el país',
          tax_id: 'el RNC',
          legal_name: 'la razón social',
          trade_name: 'el nombre comercial',
          branch: 'la sucursal',
          ...pickSharedFieldLabels('address'),
          municipality: 'el municipio',
          province: 'la provincia',
          mode: 'el modo',
          environment: 'el ambiente',
          prices_include_tax: '«Precios con impuesto»',
          buyer_from: ['el monto que pide comprador', 'money'],
          contingency_since: ['la contingencia', 'instant'],
        },
      },
      fiscal_certificates: {
        object: 'el certificado de firma',
        fields: {
          subject: 'el titular',
          valid_until: ['el vencimiento', 'instant'],
          sealed: ['la clave privada', 'secret'],
          uploaded_at: ['la fecha de subida', 'instant'],
          expiry_warned_at: ['el aviso de que vence', 'instant'],
        },
      },
      fiscal_ranges: {
        object: 'el rango de comprobantes',
        fields: {
          type: 'el tipo',
          environment: 'el ambiente',
          first: 'el primer número',
          last: 'el último número',
          next: 'el próximo número',
          expires_on: ['el vencimiento', 'day'],
          authorization: 'la autorización',
          cancelled_at: ['la fecha de cancelación', 'instant'],
          unconfirmed_since: ['la espera de confirmación', 'instant'],
          low_warned_at: ['el aviso de que se agota', 'instant'],
          expiry_warned_at: ['el aviso de que vence', 'instant'],
          ...pickSharedFieldLabels('created_at'),
        },
      },
      fiscal_voided_numbers: {
        object: 'el comprobante anulado',
        fields: {
          ...pickSharedFieldLabels('ncf', 'created_at'),
          environment: 'el ambiente',
          kind: 'el motivo',
          voided_on: ['la fecha', 'day'],
        },
      },
    },
  },
)
