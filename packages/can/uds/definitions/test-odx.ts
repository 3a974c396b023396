/** A small ODX of our own, piece by piece (ISO 22901-1). */
export const constant = (
  byte: number,
  value: number,
  bits = 8,
) => `<PARAM xsi:type="CODED-CONST"><SHORT-NAME>c</SHORT-NAME>
  <BYTE-POSITION>${byte}</BYTE-POSITION><CODED-VALUE>${value}</CODED-VALUE>
  <DIAG-CODED-TYPE BASE-DATA-TYPE="A_UINT32" xsi:type="STANDARD-LENGTH-TYPE"><BIT-LENGTH>${bits}</BIT-LENGTH></DIAG-CODED-TYPE></PARAM>`;
export const value = (name: string, dop: string, more = "") =>
  `<PARAM xsi:type="VALUE"><SHORT-NAME>${name}</SHORT-NAME>${more}<DOP-REF ID-REF="${dop}"/></PARAM>`;
export const dop = (
  id: string,
  type: string,
  bits: number,
  method: string,
) => `<DATA-OBJECT-PROP ID="${id}"><SHORT-NAME>${id}</SHORT-NAME>
  <COMPU-METHOD>${method}</COMPU-METHOD><DIAG-CODED-TYPE BASE-DATA-TYPE="${type}" xsi:type="STANDARD-LENGTH-TYPE"><BIT-LENGTH>${bits}</BIT-LENGTH></DIAG-CODED-TYPE>
  <UNIT-REF ID-REF="u.v"/></DATA-OBJECT-PROP>`;
const LINEAR = `<CATEGORY>LINEAR</CATEGORY><COMPU-INTERNAL-TO-PHYS><COMPU-SCALES><COMPU-SCALE><COMPU-RATIONAL-COEFFS>
  <COMPU-NUMERATOR><V>-400</V><V>1</V></COMPU-NUMERATOR><COMPU-DENOMINATOR><V>10</V></COMPU-DENOMINATOR></COMPU-RATIONAL-COEFFS></COMPU-SCALE></COMPU-SCALES></COMPU-INTERNAL-TO-PHYS>`;
const TABLE = `<CATEGORY>TEXTTABLE</CATEGORY><COMPU-INTERNAL-TO-PHYS><COMPU-SCALES><COMPU-SCALE><LOWER-LIMIT>1</LOWER-LIMIT>
  <COMPU-CONST><VT>on</VT></COMPU-CONST></COMPU-SCALE></COMPU-SCALES></COMPU-INTERNAL-TO-PHYS>`;
export const service = (
  name: string,
  request: string,
  response: string,
) => `<REQUEST ID="rq.${name}"><PARAMS>${request}</PARAMS></REQUEST>
  <POS-RESPONSE ID="pr.${name}"><PARAMS>${response}</PARAMS></POS-RESPONSE>
  <DIAG-SERVICE ID="s.${name}"><SHORT-NAME>${name}</SHORT-NAME><REQUEST-REF ID-REF="rq.${name}"/>
  <POS-RESPONSE-REFS><POS-RESPONSE-REF ID-REF="pr.${name}"/></POS-RESPONSE-REFS></DIAG-SERVICE>`;

export const ODX = `<?xml version="1.0"?><ODX>
${dop("volt", "A_UINT32", 16, LINEAR)} ${dop("state", "A_UINT32", 2, TABLE)} ${dop("odd", "A_UINT32", 8, "<CATEGORY>TAB-INTP</CATEGORY>")}
<UNIT ID="u.v"><SHORT-NAME>v</SHORT-NAME><DISPLAY-NAME>V</DISPLAY-NAME></UNIT>
${service("Supply", constant(0, 0x22) + constant(1, 0x1234, 16), constant(0, 0x62) + constant(1, 0x1234, 16) + value("Voltage", "volt") + value("State", "state", "<BIT-POSITION>4</BIT-POSITION>") + value("Odd", "odd"))}
${service("Erase", constant(0, 0x31) + constant(1, 1) + constant(2, 0xff00, 16), constant(0, 0x71))}
${service("Present", constant(0, 0x3e) + constant(1, 0), constant(0, 0x7e))}
<DTC-DOP ID="d"><DTCS><DTC ID="dtc.1"><SHORT-NAME>x</SHORT-NAME><TROUBLE-CODE>${0x0a1f16}</TROUBLE-CODE><TEXT>Voltage low</TEXT></DTC></DTCS></DTC-DOP></ODX>`;
