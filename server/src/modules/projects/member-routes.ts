import { Type } from 'typebox';
import { MEMBER_ROLES } from '../../callers/index.ts';
import { listingQuery, memberRoute, openRoute, type Route } from '../../http/index.ts';
import { signedInSchema } from '../operators/index.ts';
import { acceptInvite } from './accept-invite.ts';
import { addMember } from './add-member.ts';
import { changeMember, listMembers, previewRemoval, removeMember } from './manage-members.ts';
import type { ProjectsContext } from './projects-context.ts';

const ALL = '/api/cloud/projects/:project_id/members';
const role = Type.Enum([...MEMBER_ROLES]);

const member = {
  id: Type.String(),
  email: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  role,
  status: Type.Enum(['active', 'invited']),
  created_at: Type.String({ format: 'date-time' }),
};

const made = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
});

const removal = Type.Object({
  keys: Type.Array(made),
  invitations: Type.Array(Type.Object({ id: Type.String(), email: Type.String(), role: Type.String() })),
  tokens: Type.Array(made),
  sessions: Type.Integer(),
});

/** The roles here are the minimum for each route; `member-policy.ts` makes the finer decisions. */
export function memberRoutes(context: ProjectsContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listMembers',
      summary: 'Lists the members and the open invitations',
      role: 'viewer',
      query: listingQuery,
      responses: { 200: Type.Object({ data: Type.Array(Type.Object(member)), count: Type.Integer() }) },
      handle: (call) => listMembers(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: ALL,
      id: 'addMember',
      summary: 'Invites an address by a link that only this answer shows, whether or not the address has an account',
      role: 'admin',
      body: Type.Object({ email: Type.String(), role }),
      responses: {
        201: Type.Object({
          data: Type.Object({ ...member, invite_url: Type.String({ format: 'uri' }) }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => addMember(context, call),
    }),
    memberRoute({
      method: 'PATCH',
      path: `${ALL}/:member_id`,
      id: 'changeMember',
      summary: 'Changes the role of a member',
      role: 'admin',
      body: Type.Object({ role }),
      responses: { 200: Type.Object({ data: Type.Object(member), count: Type.Literal(1) }) },
      handle: (call) => changeMember(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${ALL}/:member_id/removal`,
      id: 'previewMemberRemoval',
      summary: 'Lists the keys, invitations, tokens and sessions that end when the member is removed',
      role: 'viewer',
      responses: { 200: Type.Object({ data: removal, count: Type.Literal(1) }) },
      handle: (call) => previewRemoval(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: `${ALL}/:member_id`,
      id: 'removeMember',
      summary:
        'Removes a member with their keys, invitations, tokens and sessions, or an invitation; members may remove themselves',
      role: 'viewer',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => removeMember(context, call),
    }),
    openRoute({
      method: 'POST',
      path: '/api/cloud/invites/accept',
      id: 'acceptInvite',
      summary: 'Accepts an invitation, for the signed-in account or a new one',
      body: Type.Object({
        token: Type.String({ maxLength: 200 }),
        password: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
      }),
      responses: { 201: signedInSchema },
      handle: (call) => acceptInvite(context, call),
    }),
  ];
}
