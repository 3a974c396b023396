/** Vector BLF: signatures, object types and sizes (binlog_objects.h). All little endian. */
export const FILE_SIGNATURE = 0x47474f4c; // "LOGG"
export const OBJECT_SIGNATURE = 0x4a424f4c; // "LOBJ"
export const FILE_HEADER_BYTES = 144;
export const BASE_HEADER_BYTES = 16;
/** Base header and the times of version 1. */
export const OBJECT_HEADER_BYTES = 32;
export const CONTAINER_HEADER_BYTES = 32;

export const CAN_MESSAGE = 1;
export const CAN_ERROR = 2;
export const LOG_CONTAINER = 10;
export const CAN_ERROR_EXT = 73;
export const CAN_MESSAGE2 = 86;
export const CAN_FD_MESSAGE = 100;
export const CAN_FD_MESSAGE_64 = 101;
export const CAN_FD_ERROR_64 = 104;

export const METHOD_NONE = 0;
export const METHOD_ZLIB = 2;

export const TIME_TEN_MICROS = 1;
export const TIME_NANOS = 2;

export const MESSAGE_TX = 0x01;
export const MESSAGE_REMOTE = 0x80;
export const ID_EXTENDED = 0x80000000;

export const FD_EDL = 0x1;
export const FD_BRS = 0x2;
export const FD_ESI = 0x4;

export const FD64_REMOTE = 0x10;
export const FD64_EDL = 0x1000;
export const FD64_BRS = 0x2000;
export const FD64_ESI = 0x4000;
