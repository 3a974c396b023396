/** N_Result values other than N_OK (ISO 15765-2, 8.3.7), with N_TIMEOUT_A for both N_As and N_Ar. */
export type IsoTpProblem =
  | "N_TIMEOUT_A"
  | "N_TIMEOUT_Bs"
  | "N_TIMEOUT_Cr"
  | "N_WRONG_SN"
  | "N_INVALID_FS"
  | "N_UNEXP_PDU"
  | "N_WFT_OVRN"
  | "N_BUFFER_OVFLW"
  | "N_ERROR";
