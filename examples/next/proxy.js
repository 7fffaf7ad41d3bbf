import { renewSession } from '@service/client/server';
import { NextResponse } from 'next/server';

/** A session that has run out is renewed before the page is rendered. */
export const proxy = (request) => renewSession(request, NextResponse.next);
