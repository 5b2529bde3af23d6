import { SeatMarks } from '#adapters/dynamodb/seat-marks.ts';
import type { SeatMarker } from '#domain/ports/seat-marker.ts';
import { tables } from './tables.ts';

export const seatMarker = (): SeatMarker => new SeatMarks(tables);
