/** Ways in which real terminals differ from the manual, each seen in the field (protocol §13, §15). May be changed while the terminal runs. */
export type Faults = {
  /** `cdata.aspx` instead of `cdata`. */
  aspx: boolean
  /** `cdata/`. */
  trailingSlash: boolean
  /** `/iclock/iclock/…`: the address typed into the terminal already ended in /iclock. */
  doubledPrefix: boolean
  noHost: boolean
  noContentType: boolean
  /** Uploads call themselves application/x-www-form-urlencoded, which they are not. */
  formContentType: boolean
  /** A request header `MAC:`. */
  macHeader: boolean
  /** `OpStamp=` instead of `Stamp=` on OPERLOG. */
  opStamp: boolean
  /** Uploads name no table; only the lines tell. */
  noTable: boolean
  /** As in the handshake's `DeviceType=`; null leaves it out. */
  deviceTypeSpelling: string | null
  /** Lines of uploads and results end in CR LF. */
  crlf: boolean
  noFinalLineEnd: boolean
  trailingTab: boolean
  /** A running number in the eleventh column of ATTLOG. */
  elevenColumns: boolean
  /** PIN and time only. */
  twoColumns: boolean
  /** USER lines without their first word. */
  noUserWord: boolean
  /** Text goes out and comes in as GBK. */
  gbkNames: boolean
  /** A batch is sent again unless the answer counts it exactly. */
  strictCount: boolean
  /** A bare `OK` will do for a batch. Without it such a batch is sent for ever. */
  acceptBareOk: boolean
  /** How often each batch is posted, whatever is answered. */
  resendTimes: number
  clockSkewMs: number
  /** A handshake with `ATTLOGStamp=0` has everything uploaded again. */
  honourStamps: boolean
  duplicateResults: boolean
  lowerCaseReturn: boolean
  /** `ID=…&SN=…&Return=…` (US dialect). */
  serialNumberInResults: boolean
  /** Commands are neither executed nor acknowledged. */
  ignoreCommands: boolean
  /** Commands are not executed and acknowledged with -1002. */
  failCommands: boolean
  /** Uploads and results reach the server, but the terminal hangs up before it reads the answer. */
  dropBeforeAnswer: boolean
}

export const noFaults: Readonly<Faults> = {
  aspx: false,
  trailingSlash: false,
  doubledPrefix: false,
  noHost: false,
  noContentType: false,
  formContentType: false,
  macHeader: false,
  opStamp: false,
  noTable: false,
  deviceTypeSpelling: 'att',
  crlf: false,
  noFinalLineEnd: false,
  trailingTab: false,
  elevenColumns: false,
  twoColumns: false,
  noUserWord: false,
  gbkNames: false,
  strictCount: true,
  acceptBareOk: false,
  resendTimes: 1,
  clockSkewMs: 0,
  honourStamps: false,
  duplicateResults: false,
  lowerCaseReturn: false,
  serialNumberInResults: false,
  ignoreCommands: false,
  failCommands: false,
  dropBeforeAnswer: false,
}
